-- expect: timeout | stopped while it waits inside coroutines
-- pair: attack r006
G = "left" string.left = "left" math.huge = 0 string.rep = nil
setmetatable(_G, {__index = function() return "POISON" end})
setmetatable(string, {__index = function() return "POISON" end})
require = nil pairs = nil pcall(function() getmetatable(json.array({})).left = "left" end)
coroutine.wrap(function() coroutine.wrap(function() host.wait(5000) end)() end)()
