-- expect: error | the top level wants too much memory
-- form: file
local t = {} while true do t[#t + 1] = {} end
