-- expect: timeout | an entry that is callable only through __call
-- accept: error
-- form: file
return {handle = setmetatable({}, {__call = function() while true do end end})}
