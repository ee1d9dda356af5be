-- expect: error | levels far outside the stack
for _, level in ipairs {0, 1, 2, 100, 1 << 31, -1, math.maxinteger, math.mininteger} do pcall(error, "x", level) end
local function deep(n) if n == 0 then error("deep", 150) end deep(n - 1) end
deep(180)
