-- expect: conflict | provokes a conflict in every run
-- accept: timeout, ok
local common = storage.shared("common")
local seen = common.get("c1") or 0
host.disturb("c1", seen)
common.set("c1", seen)
