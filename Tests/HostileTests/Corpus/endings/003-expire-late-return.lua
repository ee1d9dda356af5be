-- expect: timeout | expire returns after its stop
-- form: file
return {handle = function() while true do end end,
  expire = function() pcall(function() while true do end end) storage.set("late_expire", 1) end}
