-- expect: timeout | changes everything, then loops
-- pair: attack r002
G = "left" string.left = "left" math.huge = 0 string.rep = nil
setmetatable(_G, {__index = function() return "POISON" end})
setmetatable(string, {__index = function() return "POISON" end})
require = nil pairs = nil pcall(function() getmetatable(json.array({})).left = "left" end)
while true do end
