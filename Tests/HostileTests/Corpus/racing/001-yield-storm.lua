-- expect: timeout | two coroutines that yield to each other as fast as they can
local function make() return coroutine.wrap(function() while true do coroutine.yield() end end) end
local a, b = make(), make()
while true do a() b() end
