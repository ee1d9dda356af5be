-- expect: ok | undelivered loops
-- accept: timeout
-- form: file
return {handle = function() reply.send {text = "reject"} end, undelivered = function() while true do end end}
