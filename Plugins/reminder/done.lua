local pending = require "lib.pending"

return function(response)
  local identifier = response.notification.request.identifier
  pending.remove(identifier, os.time())
  log.info("reminder done", { reminder = identifier })
  return "dismiss"
end
