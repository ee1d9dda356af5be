-- expect: timeout | expire wants too much memory
-- accept: memory
-- form: file
return {handle = function() while true do end end,
  expire = function() local t = {} while true do t[#t + 1] = ("x"):rep(1000) .. #t end end}
