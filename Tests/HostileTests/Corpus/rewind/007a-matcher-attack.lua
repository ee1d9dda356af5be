-- expect: timeout | stopped inside the matcher
-- accept: error
-- pair: attack r007
local subject, pattern = ("a"):rep(39), "^" .. ("a?"):rep(40) .. ("a"):rep(40) .. "$"
G = "left" string.left = "left" math.huge = 0 string.rep = nil
setmetatable(_G, {__index = function() return "POISON" end})
setmetatable(string, {__index = function() return "POISON" end})
require = nil pairs = nil pcall(function() getmetatable(json.array({})).left = "left" end)
return subject:match(pattern)
