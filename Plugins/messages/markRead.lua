local dismissals = require "lib.dismissals"
local message = require "lib.message"

return function(response)
  local id = message.id(response)
  reply.send { userInfo = { kind = "read", message = id } }
  dismissals.forget()
  log.info("read receipt staged", { message = id })
  return "dismiss"
end
