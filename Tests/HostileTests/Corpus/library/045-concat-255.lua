-- expect: timeout | one OP_CONCAT with 100 operands of 100 kB each
-- accept: memory, error
local a = string.rep("x", 100000)
local f = load and load("local a = ... return " .. string.rep("a", 100, "..")) or function(a) return a .. a .. a .. a .. a .. a .. a .. a end
while true do f(a) end
