-- expect: cancelled | one cancellation caught, then an ordinary return
-- cancel: 20
pcall(function() while true do end end)
storage.set("late_cancel", true)
return "dismiss"
