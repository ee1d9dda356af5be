local calendar = require "lib.calendar"
local invitation = require "lib.invitation"
local meeting = require "lib.meeting"
local texts = require "lib.texts"

local function handle(response)
  local details = meeting.of(response)
  reply.send { userInfo = { kind = "accepted", meeting = details.id } }
  calendar.record(details, "accepted")
  if details.start and details.finish then
    files.write(invitation.name(details), invitation.text(details))
  end

  -- A clash is a matter for the person: it is told, and the answer stands.
  local other = calendar.overlapping(details)
  if other then
    notifications.post {
      identifier = "overlap-" .. details.id,
      title = details.title,
      body = texts().overlap:format(other.title),
    }
  end
  return "dismiss"
end

return { handle = handle, undelivered = require "lib.undelivered" }
