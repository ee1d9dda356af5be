-- expect: timeout | coroutines made before the stop are resumed after it
local stock = {}
for i = 1, 100 do stock[i] = coroutine.create(function() while true do coroutine.yield() end end) end
pcall(function() while true do end end)
for i = 1, 100 do coroutine.resume(stock[i]) end
for i = 1, 100 do coroutine.resume(stock[i]) end
