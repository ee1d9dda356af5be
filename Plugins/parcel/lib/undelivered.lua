local parcel = require "lib.parcel"
local texts = require "lib.texts"

-- Runs by itself after the courier has refused a wish for good.
return function(response, wish, reason)
  local id = parcel.id(response)
  storage.remove("parcel/" .. id)
  notifications.post {
    identifier = "parcel-" .. id,
    title = response.notification.request.content.title,
    body = texts().refused:format(reason or "–"),
    category = "parcel-delivery",
    userInfo = { parcel = id },
  }
end
