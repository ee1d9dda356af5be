-- expect: timeout | a coroutine suspended inside xpcall is resumed once the stop is under way
local co = coroutine.create(function() xpcall(coroutine.yield, function() while true do end end) while true do end end)
coroutine.resume(co)
pcall(function() while true do end end)
coroutine.resume(co)
while true do end
