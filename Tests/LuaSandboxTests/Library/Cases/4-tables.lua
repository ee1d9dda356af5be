local edges = {
  0, 1, 2, 3, 4, 5, 6, -1, -2, 10, math.maxinteger, math.mininteger, math.maxinteger - 1,
  math.mininteger + 1,
}
local function index()
  if chance(12) then return pick({ n = 6, nil, "x", 1.5, 2.0, "2", true }) end
  if chance(4) then return pick(edges) end
  return below(8) - 1
end
local function element()
  return pick({ 1, 2, 3, "a", "b", "", 0.5, 1e100, -0.0, math.mininteger })
end
local function array()
  local t = {}
  for i = 1, below(7) do t[i] = element() end
  if chance(4) then t[below(8)] = pick({ n = 4, element(), nil, true, {} }) end
  return t
end

-- Stands for t and notes each access; raises after sixty, so that a large length ends.
local function proxy(t, trace)
  local count, mt = 0, {}
  local function note(text)
    count = count + 1
    if count > 60 then error("enough", 0) end
    trace[1] = trace[1] .. text .. ";"
  end
  if not chance(8) then
    mt.__index = function(_, k) note("get " .. render(k)) return t[k] end
  end
  if not chance(8) then
    mt.__newindex = function(_, k, v) note("set " .. render(k) .. render(v)) t[k] = v end
  end
  local lie = mt.__index and mt.__newindex and chance(4) and pick({
    0, 3, 8, -1, "x", "5", 2.0, 1.5, math.maxinteger, math.mininteger, 1 << 40,
  })
  if not chance(8) then mt.__len = function() note("len") return lie or #t end end
  if chance(3) then mt.__eq = function() note("eq") return chance(2) end end
  return setmetatable({}, mt)
end

local function further_arguments(name, trace)
  if name == "insert" then
    if chance(20) then return {} end
    if chance(2) then return { n = chance(20) and 3 or 2, index(), element(), 1 } end
    return { element() }
  elseif name == "remove" then
    return chance(2) and { n = 1, index() } or {}
  elseif name == "move" then
    local target
    if chance(2) then target = array() end
    if target and chance(2) then target = proxy(target, trace) end
    return { n = target and 4 or 3, index(), index(), index(), target }
  elseif name == "concat" then
    local separator = maybe({ "", ",", 1, "\0", {} })
    return { n = below(4), separator, index(), index() }
  end
  return { n = below(3), index(), index() }
end

-- Only a proxy that notes reads ends a walk over a huge range, in either library.
local function walks_for_ever(name, subject, further)
  if name == "unpack" or name == "remove" then return false end
  local mt = getmetatable(subject)
  if mt and mt.__index then return false end
  for i = 1, further.n or #further do
    local a = further[i]
    if math.type(a) == "integer" and (a > 100 or a < -100) then return true end
  end
  return false
end

families.tables = {
  function()
    local name = pick({ "insert", "remove", "move", "concat", "unpack" })
    local trace, t = { "" }, array()
    local subject = chance(2) and proxy(t, trace) or t
    local further = further_arguments(name, trace)
    if walks_for_ever(name, subject, further) then return name .. " not tried" end
    local n = further.n or #further
    local description = name .. render(t) .. (subject == t and "" or " by proxy") ..
      "(" .. list(table.unpack(further, 1, n)) .. ") -> "
    if chance(30) then subject = pick({ n = 4, 1, "abc", true, nil }) end
    local result = list(pcall(table[name], subject, table.unpack(further, 1, n)))
    return description .. result .. " then " .. render(t) .. trace[1]
  end,
  function()
    return call("pack", table.pack, element(), nil, element()) ..
      call("sort", table.sort, pick({ 1, "x", true }))
  end,
}

families.sort = {
  function()  -- by a function, good or bad; the order in which it is asked is part of the answer
    local t, n = {}, below(chance(10) and 600 or 30)
    for i = 1, n do t[i] = { below(chance(3) and 5 or 1000), i } end
    local kind, asked, count = below(9), "", 0
    local ok, message = pcall(table.sort, t, function(a, b)
      count = count + 1
      if count < 40 then
        asked = asked .. (a and a[2] or "nil") .. "<" .. (b and b[2] or "nil") .. ";"
      end
      if kind < 4 then return a[1] < b[1] end
      if kind == 4 then return true end
      if kind == 5 then return a[1] <= b[1] end
      if kind == 6 then return false end
      if kind == 7 then return (a[2] * 7919 + b[2] * 104729) % 3 == 0 end
      return count % 2 == 0
    end)
    local out = "sort of " .. n .. " kind " .. kind .. " " .. list(ok, message) .. asked
    for i = 1, n do out = out .. t[i][2] .. " " end
    return out
  end,
  function()
    local t = {}
    for i = 1, below(20) do
      t[i] = pick(chance(12) and { 1, "a", {}, true } or { 1, 2.5, 3, -1, 7, 0.5 })
    end
    if chance(2) then
      for i = 1, #t do
        if type(t[i]) ~= "table" then t[i] = tostring(t[i]) end
      end
    end
    local description = "sort " .. render(t)
    local comparator = maybe({ 1, "x", false })
    local result = list(pcall(table.sort, t, comparator))
    return description .. result .. render(t)
  end,
  function()
    local t, n = {}, below(400) + 1
    for i = 1, n do t[i] = chance(3) and below(10) or (chance(2) and i or n - i) end
    table.sort(t, chance(2) and function(a, b) return a > b end or nil)
    return "sorted " .. render(t)
  end,
  function()
    local length = pick({ math.maxinteger, (1 << 31) - 1, 1 << 31, -5, 0, 1, "z" })
    return call("sort", table.sort, setmetatable({}, { __len = function() return length end }))
  end,
}
