-- expect: ok | an index that is a comparison: the result may be wrong before 5.4.8, memory may not
local t = {[true] = "yes", [false] = "no"}
for i = 1, 1000 do
  local a, b = i, 500
  local seen = {t[a < b], t[a == b], t[not (a <= b)]}
  for _, value in ipairs(seen) do assert(value == "yes" or value == "no" or value == nil) end
end
