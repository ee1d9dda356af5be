-- expect: ok | sixteen refused replies, each undelivered loops
-- accept: timeout
-- form: file
return {handle = function() for i = 1, 4 do reply.send {text = "reject", key = "k" .. i} end end,
  undelivered = function() while true do end end}
