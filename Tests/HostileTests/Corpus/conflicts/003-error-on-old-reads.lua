-- expect: timeout | fails on every reading that is out of date
-- accept: error, conflict
local common = storage.shared("common")
local seen = common.get("c3") or 0
host.disturb("c3", seen)
error("saw " .. seen)
