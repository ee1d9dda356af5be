-- expect: timeout | keys spread over a table's size that all collide in the doubled one: one rehash of seconds
-- An integer's place is its remainder by the size less one, so multiples of the next size less one
-- share a place as soon as the table has grown.
local bits = 16
local step = (1 << (bits + 1)) - 1
while true do
  local t = {}
  for i = 1, 1 << bits do t[(1 << 40) * step + i * step] = true end
  t.one, t.more = 1, 2
end
