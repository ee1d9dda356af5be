-- expect: cancelled | cancelled while a coroutine inside pcall inside a coroutine waits
-- cancel: 20
local co = coroutine.wrap(function()
  pcall(coroutine.wrap(function() pcall(host.wait, 5000) storage.set("late_inner", true) end))
  storage.set("late_outer", true)
end)
pcall(co)
storage.set("late_main", true)
