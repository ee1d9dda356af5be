local parcel = require "lib.parcel"
local texts = require "lib.texts"

local function handle(response)
  local place = (response.userText or ""):match("^%s*(.-)%s*$")
  if place == "" then
    return "doNotDismiss"
  end

  -- The courier says at once whether it goes there, so the reply does not wait for the end.
  local id = parcel.id(response)
  local answer = reply.sendNow {
    text = place,
    userInfo = { kind = "place", parcel = id },
    key = "place",
  }
  if answer.state == "rejected" then
    -- `undelivered` tells why; the notification stays for another try.
    return "doNotDismiss"
  end
  if answer.state == "queued" then
    notifications.post {
      identifier = "parcel-" .. id,
      title = response.notification.request.content.title,
      body = texts().queued,
    }
  end
  parcel.remember(id, { place = place })
  storage.remove("draft")
  return "dismiss"
end

-- Out of time: what was typed is kept, so that the app can offer it again.
local function expire(response)
  storage.set("draft", { parcel = parcel.id(response), place = response.userText })
end

return { handle = handle, expire = expire, undelivered = require "lib.undelivered" }
