-- expect: timeout | the same through functions that were saved before
local set, send, common = storage.set, reply.sendNow, storage.shared("common")
pcall(function() while true do end end)
pcall(set, "late_saved", 1) pcall(send, {text = "late"}) pcall(common.set, "late_saved", 1)
