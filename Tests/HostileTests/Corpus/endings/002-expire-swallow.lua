-- expect: timeout | expire catches its own stop
-- form: file
local function spin() while true do pcall(function() while true do end end) end end
return {handle = spin, expire = spin}
