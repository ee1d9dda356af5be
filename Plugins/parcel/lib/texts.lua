local texts = {
  en = {
    refused = "Your wish could not be met: %s",
    queued = "You are offline. Your wish is sent as soon as possible.",
  },
  de = {
    refused = "Dein Wunsch konnte nicht erfüllt werden: %s",
    queued = "Du bist offline. Dein Wunsch wird gesendet, sobald es geht.",
  },
  el = {
    refused = "Η επιθυμία σου δεν μπορεί να εκπληρωθεί: %s",
    queued = "Είσαι εκτός σύνδεσης. Η επιθυμία σου θα σταλεί μόλις γίνει δυνατό.",
  },
  ar = {
    refused = "تعذّر تنفيذ طلبك: %s",
    queued = "أنت غير متصل. سيُرسل طلبك في أقرب وقت ممكن.",
  },
  ja = {
    refused = "ご希望に添えませんでした：%s",
    queued = "オフラインです。接続でき次第、送信します。",
  },
}

-- A function, because the language is known only while a handler runs.
return function()
  return texts[device.language:match("^%a+")] or texts.en
end
