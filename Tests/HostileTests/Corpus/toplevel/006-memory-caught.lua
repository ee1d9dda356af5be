-- expect: error | the top level fills memory to the brim, then returns
-- accept: ok, memory, timeout
-- form: file
local hold, n = {}, 1 << 22
while n > 16 do if not pcall(function() hold = {hold, ("z"):rep(n)} end) then n = n // 2 end end
return function() return hold and "dismiss" end
