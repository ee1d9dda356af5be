-- expect: ok | __gc added only after setmetatable must never run
-- accept: error
local ran = false
local mt = {}
local o = setmetatable({}, mt)
mt.__gc = function() ran = true end
o = nil
for i = 1, 2e5 do local t = {i} end
assert(not ran)
