local meeting = require "lib.meeting"
local texts = require "lib.texts"

return function(response, answer, reason)
  local details = meeting.of(response)
  log.warn("the answer was refused", { meeting = details.id, reason = reason })
  notifications.post {
    identifier = "meeting-" .. details.id,
    title = response.notification.request.content.title,
    body = texts().undelivered,
    category = "meeting-invitation",
    userInfo = { meeting = details },
  }
end
