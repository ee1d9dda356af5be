-- expect: timeout | expire starts in a world as new
-- form: file
return {handle = function() LEFT = 1 string.left = 1 storage.set("late_staged", 1) while true do end end,
  expire = function()
    if LEFT or string.left then log.error("ESCAPE: expire sees what handle left") end
    if storage.get("late_staged") then log.error("ESCAPE: expire sees what handle staged") end
  end}
