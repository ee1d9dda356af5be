-- expect: timeout | chunk returns at once, its to-be-closed variable never does
-- accept: error
local g <close> = setmetatable({}, {__close = function() while true do end end})
return true
