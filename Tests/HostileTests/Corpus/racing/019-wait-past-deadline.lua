-- expect: timeout | a wait that the host ends long after the deadline
local answer = host.stubborn(250)
storage.set("late_answer", answer)
