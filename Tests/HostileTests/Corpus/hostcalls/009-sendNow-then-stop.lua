-- expect: timeout | what sendNow sent stays sent, nothing else does
reply.sendNow {text = "first"}
storage.set("late_after_send", 1)
while true do pcall(function() while true do end end) end
