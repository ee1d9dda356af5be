-- expect: ok | uses nearly all memory in large blocks
-- pair: attack r010
local t = {} for i = 1, 6 do t[i] = ("x"):rep(1 << 20) .. i end
