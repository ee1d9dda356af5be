local dismissals = require "lib.dismissals"
local message = require "lib.message"

local function handle(response)
  -- Sent as it was typed: a leading space or a line break is the person's own.
  local text = response.userText
  if text == nil or text == "" then
    log.info("nothing was typed, so nothing is sent")
    return "doNotDismiss"
  end

  local id = message.id(response)
  reply.send { text = text, userInfo = { kind = "message", inReplyTo = id } }
  storage.set("lastReply", { message = id, at = os.time() })
  dismissals.forget()
  log.info("reply staged", { message = id, bytes = #text })
  return "dismiss"
end

return { handle = handle, undelivered = require "lib.undelivered" }
