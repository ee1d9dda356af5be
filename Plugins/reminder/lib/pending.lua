-- Which reminders come again, and when. They share one entry, so that old ones can be swept out.
local pending = {}

local function current(now)
  local entries = {}
  for identifier, at in pairs(storage.get("pending", {})) do
    if at > now then
      entries[identifier] = at
    end
  end
  return entries
end

function pending.add(identifier, at, now)
  local entries = current(now)
  entries[identifier] = at
  storage.set("pending", entries)
end

function pending.remove(identifier, now)
  local entries = current(now)
  entries[identifier] = nil
  storage.set("pending", entries)
end

return pending
