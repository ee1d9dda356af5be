local calendar = require "lib.calendar"
local meeting = require "lib.meeting"

local function handle(response)
  local proposal = response.userText
  if proposal == nil or proposal == "" then
    return "doNotDismiss"
  end
  local details = meeting.of(response)
  -- People read the proposal, so it is sent in the words in which it was typed.
  reply.send { text = proposal, userInfo = { kind = "proposed", meeting = details.id } }
  calendar.record(details, "proposed")
  return "dismiss"
end

return { handle = handle, undelivered = require "lib.undelivered" }
