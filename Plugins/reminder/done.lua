local pending = require "lib.pending"

return function(response)
  local identifier = response.notification.request.identifier
  -- It may have been put off on another device before.
  notifications.remove(identifier)
  pending.remove(identifier, os.time())
  log.info("reminder done", { reminder = identifier })
  return "dismiss"
end
