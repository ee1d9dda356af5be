-- expect: ok | undelivered catches its stop and has effects
-- accept: timeout
-- form: file
return {handle = function() reply.send {text = "reject"} end,
  undelivered = function()
    pcall(function() while true do end end)
    storage.set("late_undelivered", 1)
  end}
