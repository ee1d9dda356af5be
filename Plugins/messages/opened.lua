local dismissals = require "lib.dismissals"
local message = require "lib.message"

-- A thread's name comes from a server and may hold "/", "?" or a space.
local function escaped(text)
  return (text:gsub("[^%w%-._~]", function(byte)
    return ("%%%02X"):format(byte:byte())
  end))
end

return function(response)
  dismissals.forget()
  local thread = escaped(message.thread(response))
  local id = escaped(message.id(response))
  return {
    completion = "dismiss",
    open = "example-messages://conversation/" .. thread .. "?message=" .. id,
  }
end
