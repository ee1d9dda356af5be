families.random = {
  function()
    local out = call("randomseed", math.randomseed, below(1 << 30) - (1 << 29),
      maybe({ 0, 1, math.mininteger }))
    for _ = 1, 12 do
      local k, m, n = below(8), pick(edges), pick(edges)
      if k == 0 then
        out = out .. call("", math.random)
      elseif k == 1 then
        out = out .. call("", math.random, 0)
      elseif k == 2 then
        out = out .. call("", math.random, pick({
          1, 2, 3, 6, 100, 1 << 40, math.maxinteger, -1, math.mininteger, 1.0, 1.5, "7",
        }))
      elseif k == 3 then
        out = out .. call("", math.random, m, n, 1)
      else
        out = out .. call("", math.random, m, n)
      end
    end
    return out
  end,
  function()
    local name = pick({
      "abs", "ceil", "floor", "fmod", "max", "min", "tointeger", "type", "ult", "modf", "sqrt",
      "log", "exp",
    })
    return call(name, math[name], pick(numbers), pick(numbers)) ..
      call("randomseed", math.randomseed, pick({ "x", true, {}, 2.0, "3" }), maybe({ "x", 1.5 }))
  end,
}

local function moment()
  return pick({
    0, 1, -1, 86399, 951782400, 951868800, 1000000000, below(1 << 32), -below(1 << 32),
    below(1 << 40), 1 << 53, 1 << 62, math.maxinteger, math.mininteger, -(1 << 56), 1 << 56,
  })
end
local conversions = {
  "a", "A", "b", "B", "c", "C", "d", "D", "e", "F", "g", "G", "h", "H", "I", "j", "m", "M", "n",
  "p", "r", "R", "S", "t", "T", "u", "U", "V", "w", "W", "x", "X", "y", "Y", "z", "Z", "%", "Ec",
  "EC", "Ex", "EX", "Ey", "EY", "Od", "Oe", "OH", "OI", "Om", "OM", "OS", "Ou", "OU", "OV", "Ow",
  "OW", "Oy",
}
local no_conversions = { "E", "O", "Ez", "Oa", "s", "k", "", "1", "-d", "\0", "é", "P", "L" }
local edge_fields = {
  1.0, 1.5, "7", "x", true, 1 << 31, (1 << 31) - 1, -(1 << 31), math.maxinteger, math.mininteger,
  (1 << 31) + 1899, (1 << 31) + 1900, -(1 << 31) + 1899, -(1 << 31) + 1900, 1 << 40,
}

families.time = {
  function()
    local f = chance(2) and "!" or ""
    if chance(6) then
      f = f .. "*t"
    else
      for _ = 1, below(4) do
        local conversion = pick(chance(30) and no_conversions or conversions)
        f = f .. pick({ "", "x", "\0", "-" }) .. "%" .. conversion
      end
    end
    local time = pick({ moment(), moment(), moment(), 1.0, 1.5, "7", "x", true })
    return call("date", os.date, f, time)
  end,
  function()
    local t = {}
    for _, k in ipairs({ "year", "month", "day", "hour", "min", "sec" }) do
      if not chance(10) then
        t[k] = k == "year" and below(3000) or below(70) - 3
        if chance(12) then t[k] = pick(edge_fields) end
      end
    end
    if chance(3) then t.isdst = pick({ true, false, "x" }) end
    local given = "time " .. render(t)
    local ok, result = pcall(os.time, chance(5) and setmetatable({}, { __index = t }) or t)
    -- Where no time comes out, stock Lua leaves uninitialised memory in the table.
    return given .. list(ok, result) .. (ok and render(t) or "")
  end,
  function()
    return call("difftime", os.difftime, maybe({ moment(), 1.5, "x" }), maybe({ moment(), "3" })) ..
      call("time", os.time, pick({ 1, "x", true }))
  end,
}

local pieces = {
  "a", "z", "\0", "é", "€", "𝄞", "\u{10FFFF}", "\u{7FFFFFFF}", "\u{110000}", "\u{D800}",
  "\u{200000}", "\128", "\191", "\194", "\224\128", "\192\128", "\240\128\128\128",
  "\244\144\128\128", "\255", "\254", "\252\132\128\128\128\128", "\248\136\128\128\128",
  "\237\160\128",
}
local function text()
  local out = ""
  for _ = 1, below(6) do out = out .. pick(chance(3) and pieces or { "a", "é", "€", "𝄞" }) end
  return out
end

families.utf8 = {
  function()
    local s = text()
    return call("len", utf8.len, s, position(), position(), maybe({ true })) ..
      call("codepoint", utf8.codepoint, s, position(), position(), maybe({ true })) ..
      call("offset", utf8.offset, s, below(9) - 4, position())
  end,
  function()
    local edge = pick({
      0, 65, 127, 128, 2047, 2048, 65535, 65536, 0x1FFFFF, 0x200000, 0x3FFFFFF, 0x4000000,
      0x7FFFFFFF, 0x80000000, -1, 1.0, 1.5, "66", "x",
    })
    return call("char", utf8.char, edge, pick({ 97, below(1 << 31) })) .. list(utf8.charpattern)
  end,
  function()  -- without stray continuation bytes, which codes is meant to refuse on every Lua
    local s, lax = "", maybe({ true })
    for _ = 1, below(6) do
      s = s .. pick({
        "a", "é", "€", "𝄞", "\0", "\u{D800}", "\u{110000}", "\255", "\192\128", "\194",
      })
    end
    return call("codes " .. list(s, lax), function()
      local out = ""
      for p, c in utf8.codes(s, lax) do out = out .. list(p, c) .. ";" end
      return out
    end)
  end,
  function()
    local name = pick({ "len", "codepoint", "offset", "codes", "char" })
    return call(name, utf8[name], pick(wrong), pick(wrong), pick(wrong))
  end,
}

return function(family, first, count)
  local out = ""
  for seed = first, first + count - 1 do
    state = (seed * 0x9E3779B97F4A7C15) ~ 0x2545F4914F6CDD1D
    for _ = 1, 4 do below(2) end
    out = out .. pick(families[family])() .. "\n"
  end
  return out
end
