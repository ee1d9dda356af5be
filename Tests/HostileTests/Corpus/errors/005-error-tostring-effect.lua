-- expect: error | an error whose __tostring has effects
error(setmetatable({}, {__tostring = function() storage.set("late_tostring", 1) return "x" end}))
