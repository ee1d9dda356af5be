-- expect: ok | a wait where Lua cannot be suspended is a clean error
local ok, message = pcall(table.sort, {2, 1}, function(a, b) host.wait(1) return a < b end)
assert(not ok and message:find("cannot wait here", 1, true), message)
ok, message = pcall(string.gsub, "x", "x", function() host.wait(1) end)
assert(not ok and message:find("cannot wait here", 1, true), message)
ok, message = pcall(log.info, setmetatable({}, {__tostring = function() host.wait(1) return "x" end}))
assert(not ok and message:find("cannot wait here", 1, true), message)
