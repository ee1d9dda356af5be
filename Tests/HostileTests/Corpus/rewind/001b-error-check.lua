-- expect: ok | after it: nothing is left
-- pair: check r001
if rawget(_G, "G") or rawget(string, "left") or math.huge ~= 1/0 or not string.rep or getmetatable(_G)
  or getmetatable(string) or not require or not pairs then error("ESCAPE: left behind", 0) end
local mark = getmetatable(json.array({}))
if type(mark) == "table" and rawget(mark, "left") then error("ESCAPE: the array mark was changed", 0) end
assert(json.encode(json.array({})) == "[]" and json.encode({}) == "{}")
assert(#("x"):rep(100000) == 100000)
