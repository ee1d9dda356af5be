-- expect: memory | wants too much on a reading that is out of date
-- accept: timeout, conflict
local seen = storage.shared("common").get("c4")
host.disturb("c4", seen or 0)
local t = {} while true do t[#t + 1] = {} end
