-- expect: timeout | the stop arrives inside the function given to storage.update
pcall(storage.update, "late_update", function(old) while true do end end)
pcall(storage.update, "late_update", function(old) return 1 end)
