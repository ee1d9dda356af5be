local message = require "lib.message"

local titles = {
  en = "Not sent", de = "Nicht gesendet", el = "Δεν στάλθηκε", ar = "لم تُرسل", hi = "नहीं भेजा गया",
  ja = "送信できませんでした",
}

-- Runs by itself after the server has refused a reply for good. The text comes back to the person.
return function(response, refused, reason)
  log.warn("a reply was refused", { message = message.id(response), reason = reason })
  notifications.post {
    identifier = "not-sent-" .. message.id(response),
    title = titles[device.language:match("^%a+")] or titles.en,
    body = refused.text,
    category = "message",
    userInfo = { messageId = message.id(response) },
  }
end
