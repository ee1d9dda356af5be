-- expect: timeout | coroutine killed BY the hook error keeps hooks disabled; closing it then runs __close with hooks off
-- accept: error, ok
local co = coroutine.create(function()
  local guard <close> = setmetatable({}, {__close = function() while true do end end})
  while true do end
end)
coroutine.resume(co)
coroutine.close(co)
