-- expect: ok | reads a thousand keys, one of which changes
local common = storage.shared("common")
for i = 1, 1000 do common.get("c7-" .. i) end
host.disturb("c7-500")
common.set("c7-500", 1)
