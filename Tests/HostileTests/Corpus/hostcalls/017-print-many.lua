-- expect: timeout | print with sixty thousand arguments, again and again
local list = {}
for i = 1, 60000 do list[i] = i end
while true do print(table.unpack(list)) end
