-- expect: error | frames with names of 60 KB and of control bytes
local name = ("n"):rep(20000)
local t = {[name] = function() error("named") end, ["\27[2J"] = function(f) f() end}
t["\27[2J"](t[name])
