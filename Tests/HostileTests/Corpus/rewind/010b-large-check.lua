-- expect: ok | after it: nothing is left
-- pair: check r010
local t = {} for i = 1, 6 do t[i] = ("y"):rep(1 << 20) .. i end
