local dismissals = require "lib.dismissals"
local message = require "lib.message"

local ENOUGH = 3

return function(response)
  local thread = message.thread(response)
  if thread == "" then
    return "dismiss"
  end

  local count = dismissals.add(thread)
  if count < ENOUGH then
    return "dismiss"
  end
  -- The app asks; a script that muted a friend by itself would be a surprise.
  log.info("dismissed again and again", { count = count })
  return { completion = "dismiss", result = { suggest = "mute", thread = thread } }
end
