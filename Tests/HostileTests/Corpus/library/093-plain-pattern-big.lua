-- expect: timeout | find by a text of megabytes that might be a pattern
local s = string.rep("a", 1 << 20)
s = s .. s .. s .. s
while true do string.find("x", s) end
