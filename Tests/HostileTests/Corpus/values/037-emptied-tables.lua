-- expect: timeout | a value of thousands of references to one table that was large and is empty
local empty = {}
for i = 1, 200000 do empty[i] = i end
for i = 1, 200000 do empty[i] = nil end
local value = {}
for i = 1, 12000 do value[i] = empty end
while true do pcall(storage.set, "emptied", value) pcall(json.encode, value) end
