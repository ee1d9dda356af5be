local texts = {
  en = {
    overlap = "Accepted, but it overlaps with “%s”.",
    undelivered = "Your answer did not reach the organizer.",
  },
  de = {
    overlap = "Angenommen, überschneidet sich aber mit „%s“.",
    undelivered = "Deine Antwort hat die Einladenden nicht erreicht.",
  },
  el = {
    overlap = "Έγινε αποδοχή, αλλά συμπίπτει με «%s».",
    undelivered = "Η απάντησή σου δεν έφτασε στον διοργανωτή.",
  },
  ar = {
    overlap = "تم القبول، لكنه يتعارض مع «%s».",
    undelivered = "لم يصل ردك إلى المنظّم.",
  },
}

-- A function, because the language is known only while a handler runs.
return function()
  return texts[device.language:match("^%a+")] or texts.en
end
