local meeting = require "lib.meeting"

return function(response)
  local details = meeting.of(response)
  local id = details.id:gsub("[^%w%-._~]", function(byte)
    return ("%%%02X"):format(byte:byte())
  end)
  return { completion = "dismiss", open = "example-calendar://meeting/" .. id }
end
