-- expect: timeout | a sender that ignores its cancellation
pcall(reply.sendNow, {text = "never"})
while true do end
