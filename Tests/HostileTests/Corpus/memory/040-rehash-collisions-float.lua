-- expect: timeout | the same with floats, caught
local bits = 16
local step = (1 << (bits + 1)) - 1
while true do
  pcall(function()
    local t = {}
    for i = 1, 1 << bits do t[(1 << 34) * step + i * step] = i end
    for i = 1, 4 do t[i + 0.5] = true end
  end)
end
