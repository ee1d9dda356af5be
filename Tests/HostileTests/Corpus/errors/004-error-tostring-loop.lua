-- expect: error | an error whose __tostring never ends: the host must not run it
error(setmetatable({}, {__tostring = function() while true do end end}))
