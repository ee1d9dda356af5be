-- expect: timeout | stopped at the bottom of a hundred coroutines
-- pair: attack r005
G = "left" string.left = "left" math.huge = 0 string.rep = nil
setmetatable(_G, {__index = function() return "POISON" end})
setmetatable(string, {__index = function() return "POISON" end})
require = nil pairs = nil pcall(function() getmetatable(json.array({})).left = "left" end)
local function down(n) if n == 0 then while true do end end coroutine.wrap(down)(n - 1) end
down(100)
