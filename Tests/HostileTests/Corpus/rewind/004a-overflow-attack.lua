-- expect: error | changes everything, then overflows the stack
-- accept: memory
-- pair: attack r004
G = "left" string.left = "left" math.huge = 0 string.rep = nil
setmetatable(_G, {__index = function() return "POISON" end})
setmetatable(string, {__index = function() return "POISON" end})
require = nil pairs = nil pcall(function() getmetatable(json.array({})).left = "left" end)
local function f() return 1 + f() end f()
