-- expect: timeout | many coroutines alive when the stop comes, each run a little afterwards
local all = {}
for i = 1, 200 do all[i] = coroutine.wrap(function() while true do for k = 1, 10 do end coroutine.yield() end end) end
while true do for i = 1, 200 do pcall(all[i]) end end
