-- expect: timeout | a comparator that resumes a coroutine that never ends
local step = coroutine.wrap(function() while true do for i = 1, 100 do end coroutine.yield(true) end end)
while true do pcall(table.sort, {5, 3, 1, 4, 2}, function(a, b) step() return a < b end) end
