-- expect: error | error handling that overflows while it handles an overflow (CVE-2022-33099)
-- accept: ok, memory, timeout
local function f() return f() .. f() end
local function handler(e) return f() end
for i = 1, 20 do xpcall(f, handler) pcall(string.rep, f) end
local function grow(n) local ok, e = pcall(grow, n + 1) if not ok then error(e, 0) end return ok end
grow(1)
