-- expect: error | sends at once, then asks for something else when it is run again
-- accept: timeout
local common = storage.shared("common")
local seen = common.get("c6") or 0
reply.sendNow {text = "seen " .. seen}
host.disturb("c6", seen)
common.set("c6", seen + 1)
