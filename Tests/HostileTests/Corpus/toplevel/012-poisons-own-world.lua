-- expect: error | a top level that breaks its own world is its own problem alone
-- form: file
string.format, pairs, error, pcall, setmetatable, require = nil
for name in next, _G do if name ~= "_G" then _G[name] = nil end end
return function() return next.x end
