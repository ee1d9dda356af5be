-- expect: timeout | a value that is its own __call: Lua looks for a function in one endless step
-- accept: memory, error
-- Each round shifts all arguments by one and grows the stack: minutes of work that no hook sees.
local t = {}
local mt = { __call = t }
setmetatable(t, mt)
while true do pcall(t) end
