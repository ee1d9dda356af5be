local parcel = {}

local PREFIX = "parcel/"
local KEPT = 30 * 86400

function parcel.id(response)
  local id = response.notification.request.content.userInfo.parcel
  if type(id) ~= "string" or id == "" then
    error("the payload names no parcel: parcel must be a string", 2)
  end
  return id
end

-- Remembers a wish, and forgets those of parcels that have long arrived.
function parcel.remember(id, wish)
  local now = os.time()
  for _, key in ipairs(storage.keys(PREFIX)) do
    if storage.get(key).at < now - KEPT then
      storage.remove(key)
    end
  end
  wish.at = now
  storage.set(PREFIX .. id, wish)
  storage.increment("changes")
end

return parcel
