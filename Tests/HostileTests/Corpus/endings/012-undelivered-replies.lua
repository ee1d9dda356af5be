-- expect: ok | undelivered may not reply
-- accept: timeout
-- form: file
return {handle = function() reply.send {text = "reject"} end,
  undelivered = function()
    for i = 1, 3 do
      if pcall(reply.send, {text = "reject"}) then storage.set("late_reply", 1) end
      if pcall(reply.sendNow, {text = "reject"}) then storage.set("late_reply", 1) end
    end
  end}
