-- expect: memory | changes everything, then wants too much
-- accept: timeout, error
-- pair: attack r003
G = "left" string.left = "left" math.huge = 0 string.rep = nil
setmetatable(_G, {__index = function() return "POISON" end})
setmetatable(string, {__index = function() return "POISON" end})
require = nil pairs = nil pcall(function() getmetatable(json.array({})).left = "left" end)
local t = {} while true do t[#t + 1] = {} end
