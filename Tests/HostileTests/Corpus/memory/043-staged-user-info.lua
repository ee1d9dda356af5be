-- expect: memory | as much userInfo as may be staged, in values that take two bytes each as JSON
local info = { list = {} }
for i = 1, 32000 do info.list[i] = 1 end
for i = 1, 16 do
  reply.send { text = "x", to = "somebody", userInfo = info }
  notifications.post { title = "x", userInfo = info }
end
