-- expect: timeout | two values that call each other by __call, inside a coroutine and a comparator
-- accept: memory, error
local a, b = {}, {}
setmetatable(a, { __call = b })
setmetatable(b, { __call = a })
coroutine.wrap(function()
  while true do pcall(table.sort, { 3, 2, 1 }, function() return a() end) end
end)()
