-- expect: memory | one small table, met thousands of times in what the host is given: millions of its values
local row = {}
for i = 1, 50000 do row[i] = true end
local all = {}
for i = 1, 40 do all[i] = row end
host.echo(all, all, all)
