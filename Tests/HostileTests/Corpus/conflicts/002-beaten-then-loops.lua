-- expect: timeout | succeeds first, loops when it is run again
local common = storage.shared("common")
local seen = common.get("c2") or 0
if seen > 0 then while true do pcall(function() while true do end end) end end
host.disturb("c2", seen)
common.set("c2", seen + 100)
