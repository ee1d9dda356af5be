-- expect: timeout | the stop arrives inside __tostring inside a host call
local slow = setmetatable({}, {__tostring = function() while true do end end})
while true do pcall(log.info, slow) end
