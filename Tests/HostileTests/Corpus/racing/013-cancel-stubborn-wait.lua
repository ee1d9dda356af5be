-- expect: cancelled | cancelled while it waits for a host that ignores the cancellation
-- cancel: 20
pcall(host.stubborn, 300)
storage.set("late_wait", true)
