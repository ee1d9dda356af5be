-- expect: error | a gmatch iterator used again and again after "pattern too complex" (no 5.4 release fixes it)
-- accept: ok, timeout
local it = ("x"):rep(2000):gmatch(("x?"):rep(2000) .. "y")
for i = 1, 50 do pcall(it) end
error("survived", 0)
