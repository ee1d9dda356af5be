-- expect: timeout | 190 to-be-closed variables, each burns time as the error unwinds, several layers deep
-- accept: error
local slow = {__close = function() pcall(function() while true do end end) for i = 1, 900 do end end}
local function layer(n)
  local a <close> = setmetatable({}, slow)
  local b <close> = setmetatable({}, slow)
  if n > 0 then layer(n - 1) else while true do end end
end
while true do pcall(layer, 150) end
