local message = require "lib.message"

return function(response)
  local id = message.id(response)
  reply.send { userInfo = { kind = "delete", message = id } }

  -- A deleted message can no longer be the one that was answered last.
  local last = storage.get("lastReply")
  if last and last.message == id then
    storage.remove("lastReply")
  end
  log.info("deletion staged", { message = id })
  return "dismiss"
end
