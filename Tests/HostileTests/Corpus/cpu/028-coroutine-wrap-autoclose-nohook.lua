-- expect: timeout | same as 027 through wrap, which closes a failed coroutine by itself
-- accept: error, ok
local f = coroutine.wrap(function()
  local guard <close> = setmetatable({}, {__close = function() while true do end end})
  while true do end
end)
pcall(f)
