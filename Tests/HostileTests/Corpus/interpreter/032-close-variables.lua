-- expect: error | to-be-closed variables of every kind
-- accept: ok
local ok = pcall(function() local x <close> = nil local y <close> = false return true end)
assert(ok)
local opened = pcall(function() local x <close> = {} return true end)
assert(not opened)
for k in next, {1}, nil, nil do end
local late = {} local mt = {} setmetatable(late, mt) mt.__close = function() log.error("ESCAPE: __close ran") end
pcall(function() local x <close> = late end)
for k in next, {1}, nil, late do break end
error("survived", 0)
