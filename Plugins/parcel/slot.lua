local parcel = require "lib.parcel"

local function handle(response)
  local id = parcel.id(response)
  local slot = response.actionIdentifier
  reply.send { userInfo = { kind = "slot", parcel = id, slot = slot } }
  parcel.remember(id, { slot = slot })
  log.info("slot chosen", { parcel = id, slot = slot })
  return "dismiss"
end

return { handle = handle, undelivered = require "lib.undelivered" }
