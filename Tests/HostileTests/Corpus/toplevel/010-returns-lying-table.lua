-- expect: error | a table whose __index offers the entries
-- accept: ok, timeout
-- form: file
return setmetatable({}, {__index = function(_, name) while true do end end})
