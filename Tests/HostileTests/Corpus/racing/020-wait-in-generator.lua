-- expect: timeout | a generator that waits at each step, in a loop that catches
local generator = coroutine.wrap(function() while true do host.wait(1) coroutine.yield(1) end end)
while true do pcall(generator) end
