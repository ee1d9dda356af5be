-- expect: memory | the same as what the handler returns
local row = {}
for i = 1, 50000 do row[i] = true end
local all = {}
for i = 1, 40 do all[i] = row end
return all, all, all
