local classes = {
  "a", "c", "d", "g", "l", "p", "s", "u", "w", "x", "A", "C", "D", "G", "L", "P", "S", "U", "W",
  "X", "z", "Z",
}
local function set()
  local out = chance(3) and "[^" or "["
  if chance(8) then out = out .. "]" end
  for _ = 1, below(4) do
    local k = below(6)
    if k == 0 then
      out = out .. "%" .. pick(classes)
    elseif k == 1 then
      out = out .. pick({
        "a-z", "0-9", "A-Z", "a-b", "c-a", "-a", "a-", "%a-z", "\0-\127", "\128-\255",
      })
    elseif k == 2 then
      out = out .. "%" .. pick({ "]", "[", "-", "^", "%" })
    else
      out = out .. pick(alphabet)
    end
  end
  return chance(40) and out or out .. "]"
end
local function single()
  local k = below(10)
  if k == 0 then return "." end
  if k == 1 then return "%" .. pick(classes) end
  if k == 2 then return set() end
  if k == 3 then
    return "%" .. pick({ "(", ")", ".", "%", "+", "-", "*", "?", "[", "^", "$", "]", "\0" })
  end
  return pick({ "a", "b", "a", "b", "c", "1", " ", "\0", "\255", "^", "$", "]" })
end
local function pattern(depth)
  local out = ""
  for _ = 1, below(depth > 0 and 5 or 3) do
    local k = below(16)
    if k < 9 then
      out = out .. single() .. pick({ "", "", "*", "+", "-", "?" })
    elseif k < 11 and depth > 0 then
      out = out .. "(" .. pattern(depth - 1) .. ")"
    elseif k == 11 then
      out = out .. "()"
    elseif k == 12 then
      out = out .. "%b" .. pick({ "()", "[]", "ab", "aa", "\0a" })
    elseif k == 13 then
      out = out .. "%f" .. set()
    elseif k == 14 then
      out = out .. "%" .. pick({ "1", "1", "2", "3", "0", "9" })
    elseif chance(6) then  -- malformed
      out = out .. pick({
        "%", "(", ")", "[", "%b", "%f", "%ba", "%fa", "[^", "[a-", "[%", "*", "?", "[]", "[^]",
      })
    end
  end
  return out
end
local function whole_pattern()
  return (chance(4) and "^" or "") .. pattern(3) .. (chance(4) and "$" or "")
end
local function template()
  local out = ""
  for _ = 1, below(5) do
    out = out .. pick({
      "x", "<", ">", "%0", "%1", "%1", "%2", "%%", "%9", "\0", "%" .. (chance(4) and "x" or "1"),
    })
  end
  return out
end

families.patterns = {
  function()
    return call("find", string.find, subject(), whole_pattern(), position(), maybe({ false }))
  end,
  function() return call("match", string.match, subject(), whole_pattern(), position()) end,
  function()
    local s, p, i = subject(), whole_pattern(), position()
    return call("gmatch " .. list(s, p, i), function()
      local out = ""
      for a, b, c in string.gmatch(s, p, i) do out = out .. list(a, b, c) .. ";" end
      return out
    end)
  end,
  function()
    local most = maybe({ 0, 1, 2, -1, 100 })
    return call("gsub", string.gsub, subject(), whole_pattern(), template(), most)
  end,
  function()
    local answers = {
      a = "A", b = 1, c = false, [""] = "-", ab = 2.5, [1] = "one", [2] = "two", ["1"] = {},
    }
    return call("gsub", string.gsub, subject(), whole_pattern(), answers, maybe({ 1, 2 }))
  end,
  function()
    local seen, s, p, kind = "", subject(), whole_pattern(), below(6)
    return call("gsub " .. list(s, p, kind), function()
      local r, n = string.gsub(s, p, function(...)
        seen = seen .. list(...) .. ";"
        if kind == 0 then return nil end
        if kind == 1 then return false end
        if kind == 2 then return "<" .. select("#", ...) .. ">" end
        if kind == 3 then return 7 end
        if kind == 4 then return {} end
        error("raised", 0)
      end)
      return r, n, seen
    end)
  end,
  function()  -- plain find
    local hay, from = subject(30), below(10) + 1
    local needle = chance(2) and string.sub(hay, from, from + below(6)) or subject(4)
    return call("find", string.find, hay, needle, position(), true)
  end,
  function()  -- where a pattern becomes too complex, or has too many captures
    local n = 190 + below(20)
    return call("find", string.find, string.rep("a", below(3)), pick({
      string.rep("a?", n), string.rep("(a", 30) .. string.rep(")", 30),
      string.rep("a-", n) .. "b", string.rep("()", below(4) + 30), string.rep("a*", n),
      string.rep("(", 33), string.rep("a", n), string.rep("(a?", below(33)),
    }))
  end,
}
