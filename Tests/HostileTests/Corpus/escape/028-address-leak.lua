-- expect: ok | %p and tostring(table/function) reveal heap and code addresses
local leaks = {}
local function look(name, text)
  local digits = text:match("0x(%x+)")
  if digits and tonumber(digits, 16) >= 1 << 24 then leaks[#leaks + 1] = name end
end
look("%p", string.format("%p", {}))
look("%p of a string", string.format("%p", "text"))
look("tostring(cfunction)", tostring(string.rep))
look("tostring(table)", tostring({}))
look("tostring(thread)", tostring(coroutine.create(function() end)))
look("an error message", select(2, pcall(function() return {} + {} end)))
if #leaks > 0 then error("ESCAPE: addresses leak through " .. table.concat(leaks, ", "), 0) end
