local meeting = {}

-- What the server says about the meeting. Without an id there is nothing to answer.
function meeting.of(response)
  local details = response.notification.request.content.userInfo.meeting
  if type(details) ~= "table" or type(details.id) ~= "string" then
    error("the payload names no meeting: meeting.id must be a string", 2)
  end
  -- Times are whole seconds since 1970; a meeting without them can still be answered.
  details.start = math.tointeger(details.start)
  details.finish = math.tointeger(details.finish)
  return details
end

return meeting
