-- expect: timeout | json.decode of an object of a hundred thousand keys that differ in case or at the end
local parts = {}
for i = 1, 60000 do parts[i] = ('"%s%d":1'):format(string.rep("k", 20), i) end
local text = "{" .. table.concat(parts, ",") .. "}"
parts = nil
while true do pcall(json.decode, text) end
