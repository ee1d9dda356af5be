-- expect: memory | expire does not run after memory has ended
-- form: file
return {handle = function() local t = {} while true do t[#t + 1] = {} end end,
  expire = function() storage.set("late_expire_memory", 1) end}
