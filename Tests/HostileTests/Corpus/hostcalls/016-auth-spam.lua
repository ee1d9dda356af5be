-- expect: ok | authentication asked for again and again
for i = 1, 200 do auth.require("again") end
