local dismissals = {}

-- One entry for the latest conversation only: a list of all of them would grow without end.
function dismissals.add(thread)
  local latest = storage.get("dismissals")
  local count = 1
  if latest and latest.thread == thread then
    count = latest.count + 1
  end
  storage.set("dismissals", { thread = thread, count = count })
  return count
end

function dismissals.forget()
  storage.remove("dismissals")
end

return dismissals
