-- expect: error | an honest builder class with __concat
local Html = {}
Html.__index = Html
Html.__concat = function(a, b) return tostring(a) .. tostring(b) end
Html.__tostring = function(self) return "<" .. self.name .. ">" end
local function tag(name) return setmetatable({name = name}, Html) end
local out = ""
for i = 1, 100 do out = "x" .. i .. tag("b") .. i .. tag("i") .. "y" end
return out
