-- expect: timeout | expire tries to wait
-- form: file
return {handle = function() while true do end end,
  expire = function() host.wait(1000) storage.set("late_expire", 1) end}
