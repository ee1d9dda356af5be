-- expect: ok | a metatable made weak afterwards, with a collection in the middle of a store (before 5.4.8)
-- accept: error, memory, timeout
local junk = {}
for r = 1, 400 do
  local mt = {__newindex = {}}
  local t = setmetatable({}, setmetatable(mt, {}))
  getmetatable(mt).__mode = "v"
  for i = 1, 100 do t["k" .. i] = {r} end
  assert(mt.__newindex.k100[1] == r)
  junk[r % 16] = t
  local s = ("z"):rep(20000) .. r
end
