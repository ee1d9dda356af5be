local calendar = require "lib.calendar"
local invitation = require "lib.invitation"
local meeting = require "lib.meeting"

local function handle(response)
  local details = meeting.of(response)
  reply.send { userInfo = { kind = "declined", meeting = details.id } }
  calendar.record(details, "declined")
  -- Left behind by an earlier "accept", if any.
  if files.exists(invitation.name(details)) then
    files.remove(invitation.name(details))
  end
  return "dismiss"
end

return { handle = handle, undelivered = require "lib.undelivered" }
