local attempt = require "lib.attempt"
local texts = require "lib.texts"

return function(response)
  local signIn = attempt.of(response)
  local country = signIn.country or "unknown"

  local countries, _, code = storage.protected.get("countries", {})
  if code == "locked" then
    -- The device was unlocked at the start; it may have locked itself since.
    return "dismissAndForwardAction"
  end
  if not countries[country] then
    -- An unlocked phone on a table is not enough to vouch for a sign-in from somewhere new.
    auth.require(texts().newCountry)
  end

  storage.protected.update("countries", function(known)
    known = known or {}
    known[country] = true
    return known
  end)
  attempt.settle(response)
  log.info("sign-in confirmed", { country = country })
  return "dismiss"
end
