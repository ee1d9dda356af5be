-- expect: error | __concat that grows the stack inside a coroutine leaves a stale pointer (Debian 5.4.4)
local function deep(n) if n > 0 then local a, b, c, d = n, n, n, n return deep(n - 1) + 1 end return 0 end
local mt = {__concat = function() deep(150) return "R" end}
local co = coroutine.wrap(function(o) return "a" .. 1 .. o .. "b" .. 2 end)
co(setmetatable({}, mt))
