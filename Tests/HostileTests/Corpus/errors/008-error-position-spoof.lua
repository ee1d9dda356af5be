-- expect: error | an error text that imitates a position in the host
error("/usr/lib/host.lua:1: attack.lua:99999999999999999999: x", 0)
