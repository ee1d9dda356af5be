-- expect: timeout | storage calls without pause
-- accept: memory
local i = 0
while true do i = i + 1 storage.set("k" .. i % 100, i) storage.get("k" .. i % 100) end
