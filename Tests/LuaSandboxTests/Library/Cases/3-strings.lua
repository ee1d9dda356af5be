local function argument()
  local k = below(12)
  if k < 6 then return pick(numbers) end
  if k < 9 then return subject(8) end
  if k == 9 then return string.rep("y", 95 + below(10)) end
  return pick({ n = 6, true, false, nil, "", "\0", "\r\n\"\\1" })
end
local function specification()
  if chance(12) then return "%%" end
  local out = "%"
  for _ = 1, below(3) do out = out .. pick({ "-", "+", " ", "#", "0" }) end
  if chance(2) then out = out .. below(chance(10) and 200 or 40) end
  if chance(3) then out = out .. "." .. (chance(4) and "" or below(chance(10) and 200 or 40)) end
  if chance(30) then out = out .. string.rep(pick({ "-", "0", "1", "." }), below(30)) end
  return out .. pick({
    "d", "d", "i", "u", "c", "x", "X", "o", "a", "A", "e", "E", "f", "g", "G", "q", "s", "s", "s",
    "F", "y", "", "\0", "ld",
  })
end

families.format = {
  function()
    local f, plain = "", chance(2)
    for _ = 1, below(3) + 1 do
      f = f .. pick({ "", "x", " " })
      if plain then
        f = f .. "%" .. pick({
          "d", "s", "f", "g", "x", "q", "a", "c", "5d", "-5s|", "5.1f", ".3s", "%",
        })
      else
        f = f .. specification()
      end
    end
    return call("format", string.format, f, argument(), argument(), argument())
  end,
  function()
    local shown = setmetatable({}, { __tostring = pick({
      function() return "shown" end,
      function() return 1 end,
      function() return nil end,
      function() return "z\0z" end,
      function() error("raised", 0) end,
    }) })
    return call("format", string.format, specification(), shown)
  end,
  function()  -- %p shows an identity; only of what has none is it the stock text
    return call("format", string.format, "%" .. pick({ "", "-", "20", "-20", "0", ".3" }) .. "p",
      pick({ n = 5, nil, true, 1, 1.5, false }))
  end,
}

local options = {
  "b", "B", "h", "H", "l", "L", "j", "J", "T", "f", "d", "n", "z", "x", " ", "<", ">", "=", "!",
  "i", "I", "s", "c", "i1", "i3", "i7", "i8", "i9", "i16", "I1", "I2", "I16", "i17", "i0", "s1",
  "s2", "s4", "c0", "c1", "c5", "c40", "!1", "!2", "!4", "!8", "!16", "!17", "Xb", "Xi4", "Xh",
  "X", "Xd", "XX", "Xc1", "Xz", "y", "i4", "i4", "s4", "z",
}
local function packing()
  local out = ""
  for _ = 1, below(5) do out = out .. pick(options) end
  return out
end
local function packed()
  return pick({
    n = 22, 0, 1, -1, 127, 128, 255, 256, -128, -129, 65535, math.maxinteger, math.mininteger,
    1.0, 1.5, 0.1, "7", "abc", "", "z\0z", subject(6), nil, true,
  })
end

families.pack = {
  function()
    return call("pack", string.pack, packing(), packed(), packed(), packed(), packed())
  end,
  function()
    local large = pick({ "", "", "c99999999999", "c2147483647", "c2147483639" })
    return call("packsize", string.packsize, packing() .. large .. packing())
  end,
  function()
    local data = ""
    for _ = 1, below(40) do
      data = data .. string.char(chance(3) and below(256) or pick({ 0, 255, 1, 4 }))
    end
    return call("unpack", string.unpack, packing(), data, position())
  end,
}

local names = {
  "find", "match", "gmatch", "gsub", "rep", "format", "pack", "unpack", "packsize", "upper",
  "char", "byte", "sub", "reverse", "lower", "len",
}
families.strings = {
  function()
    local count = pick({ 0, 1, 2, 3, 7, 100, 700, -1, math.mininteger, 2.0, "2", 1.5, "x" })
    return call("rep", string.rep, subject(6), count, maybe({ "", ",", "\0,", 1, subject(5) }))
  end,
  function()
    local count = pick({ math.maxinteger, 1 << 31, 1 << 40, (1 << 62) + 1 })
    return call("rep", string.rep, pick({ "a", "abc" }), count, maybe({ "", "b" }))
  end,
  function()
    local s = pick({ n = 7, subject(), subject(), 12, 1.5, nil, true, {} })
    local i, j = position(), position()
    local code = pick({ 1, 1, -1, 256, "7", "x", 1.5 })
    return call("upper", string.upper, s) .. call("lower", string.lower, s) ..
      call("reverse", string.reverse, s) .. call("len", string.len, s) ..
      call("byte", string.byte, s, i, j) .. call("sub", string.sub, s, i, j) ..
      call("char", string.char, below(300), below(256), code)
  end,
  function()
    local name = pick(names)
    return call(name, string[name], pick(wrong), pick(wrong), pick(wrong), pick(wrong))
  end,
  function()  -- called by Lua, so that messages take the name from the call
    local name, a, b, c = pick(names), pick(wrong), pick(wrong), pick(wrong)
    return call("call of " .. name .. list(a, b, c), function()
      local r = list(string[name](a, b, c))
      return r
    end)
  end,
  function()  -- as a method, where messages count arguments from the second
    local name, s, a, b = pick(names), subject(6), pick(wrong), pick(wrong)
    return call("method " .. name .. list(s, a, b), function()
      if name == "rep" then return s:rep(a, b) end
      if name == "find" then return s:find(a, b) end
      if name == "sub" then return s:sub(a, b) end
      if name == "byte" then return s:byte(a, b) end
      return s:gsub(a, b)
    end)
  end,
  function()  -- arithmetic is the strings' metatable's
    local a, b = argument(), argument()
    local op = pick({ "+", "-", "*", "/", "//", "%", "^", "unm", ".." })
    return call("arithmetic " .. op .. list(a, b), function()
      if op == "+" then return a + b end
      if op == "-" then return a - b end
      if op == "*" then return a * b end
      if op == "/" then return a / b end
      if op == "//" then return a // b end
      if op == "%" then return a % b end
      if op == "^" then return a ^ b end
      if op == "unm" then return -a end
      return a .. b
    end)
  end,
}
