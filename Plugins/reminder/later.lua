local pending = require "lib.pending"
local when = require "lib.when"

return function(response)
  local now = os.time()
  local seconds = when.seconds(response.userText or "", now)
  if not seconds then
    log.warn("the typed time is not one that this reminder understands")
    -- The notification stays, so that the person can try once more.
    return "doNotDismiss"
  end

  local identifier = response.notification.request.identifier
  local content = response.notification.request.content
  -- The same identifier again, so that there is never more than one of the same reminder.
  notifications.post {
    identifier = identifier,
    title = content.title,
    body = content.body,
    category = content.categoryIdentifier,
    userInfo = content.userInfo,
    after = seconds,
  }
  pending.add(identifier, now + seconds, now)
  log.info("reminder put off", { reminder = identifier, seconds = seconds })
  return { completion = "dismiss", result = { reminder = identifier, at = now + seconds } }
end
