-- expect: ok | undelivered wants too much memory
-- accept: timeout
-- form: file
return {handle = function() reply.send {text = "reject"} end,
  undelivered = function() local t = {} while true do t[#t + 1] = {} end end}
