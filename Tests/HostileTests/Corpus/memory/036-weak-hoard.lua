-- expect: memory | values kept alive through ephemeron cycles
-- accept: timeout, error
local e = setmetatable({}, {__mode = "k"}) local root = {} local k = root
while true do local n = {} e[k] = n k = n end
