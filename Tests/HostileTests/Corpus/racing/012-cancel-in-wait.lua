-- expect: cancelled | cancelled while it waits for the host
-- cancel: 20
host.wait(5000)
storage.set("late_wait", true)
