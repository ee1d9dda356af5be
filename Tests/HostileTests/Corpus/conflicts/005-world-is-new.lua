-- expect: ok | a run after a conflict finds a world as new
if LEFT then error("ESCAPE: a global of the first run is left", 0) end
LEFT = true
local common = storage.shared("common")
common.get("c5")
host.disturb("c5")
common.set("c5", 1)
assert(not common.get("c5-other"))
common.set("c5-other", 1)
