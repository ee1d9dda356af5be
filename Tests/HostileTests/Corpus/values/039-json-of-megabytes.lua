-- expect: timeout | json.decode of texts as large as memory allows, and json.encode of what comes out
local texts = {
  "[" .. string.rep("[],", 100000) .. "[]]",
  "[" .. string.rep("1e300,", 100000) .. "1]",
  string.rep("[", 1000000),
  '"' .. string.rep("\\ud800", 100000) .. '"',
  '"' .. string.rep("\\u00e9", 100000) .. '"',
  "1" .. string.rep("0", 1000000),
  "0." .. string.rep("3", 1000000),
}
while true do
  for i = 1, #texts do
    local _, value = pcall(json.decode, texts[i])
    pcall(json.encode, value)
  end
end
