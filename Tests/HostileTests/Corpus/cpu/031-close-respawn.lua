-- expect: timeout | __close opens another to-be-closed variable and loops again, forever
-- accept: error
local mt = {}
local function work() local g <close> = setmetatable({}, mt) while true do end end
mt.__close = function() work() end
work()
