-- expect: timeout | expire loops as well
-- form: file
local function spin() while true do end end
return {handle = spin, expire = spin}
