-- What the cases are made with. The five files are read in order as one chunk; a case is a number
-- (its seed), and comes out as one line of text: the call, its results, and what it left behind.
local state

-- 0 .. n-1, the same on every Lua.
local function below(n)
  state = state ~ (state << 13)
  state = state ~ (state >> 7)
  state = state ~ (state << 17)
  return (state >> 11) % n
end
local function chance(n) return below(n) == 0 end
local function pick(list) return list[below(list.n or #list) + 1] end
local function maybe(list)  -- half of the time nil
  if chance(2) then return nil end
  return pick(list)
end

local function render_string(s)
  local out = '"'
  for i = 1, #s do
    local b = string.byte(s, i)
    if b >= 32 and b < 127 and b ~= 34 and b ~= 92 then
      out = out .. string.sub(s, i, i)
    else
      out = out .. "\\" .. b .. ";"
    end
  end
  return out .. '"'
end

local render
local function render_table(t, seen)
  if seen[t] then return "<again>" end
  seen[t] = true
  local keys = {}
  for k in next, t do
    local r, at = render(k, seen), #keys + 1
    for i = 1, #keys do
      if r < keys[i][1] then
        at = i
        break
      end
    end
    for i = #keys, at, -1 do keys[i + 1] = keys[i] end
    keys[at] = { r, k }
  end
  local out = "{"
  for i = 1, #keys do
    out = out .. (i > 1 and "," or "") .. keys[i][1] .. "=" .. render(rawget(t, keys[i][2]), seen)
  end
  return out .. "}"
end
function render(v, seen)
  local t = type(v)
  if t == "string" then return render_string(v) end
  if t == "table" then return render_table(v, seen or {}) end
  if t == "function" or t == "thread" then return t end
  if math.type(v) ~= "float" then return tostring(v) end
  if v ~= v then return "nan" end
  return tostring(v) .. "f"
end
local function list(...)
  local out = ""
  for i = 1, select("#", ...) do out = out .. (i > 1 and ", " or "") .. render((select(i, ...))) end
  return out
end
local function call(name, f, ...)
  local description = name .. "(" .. list(...) .. ") -> "
  return description .. list(pcall(f, ...)) .. " "
end

local alphabet = {
  "a", "b", "c", "A", "Z", "1", "9", " ", "_", "\n", "(", ")", "[", "]", "%", "-", ".", "\0",
  "\127", "\200", "\255", "x", "aa", "ab",
}
-- Few letters, so that patterns and subjects meet.
local function subject(most)
  local out = ""
  for _ = 1, below(most or 20) do
    out = out .. pick(chance(3) and alphabet or { "a", "b", "a", "b", "c", "1", " " })
  end
  return out
end
local function position()
  return maybe({
    1, 2, 3, 0, -1, -2, -100, 5, 100, math.maxinteger, math.mininteger, 2.0, "3", 1.5,
  })
end
local wrong = { n = 6, nil, true, {}, 1.5, "x", 3 }
local numbers = {
  0, 1, -1, 65, 255, 1e15, 1e100, -0.0, 0.1, 1 / 3, 1 / 0, -1 / 0, 0 / 0, math.maxinteger,
  math.mininteger, 2 ^ 53, 3.0, 3.5, "10", "0x10", "1e1", 123456789, 5e-324,
  1.7976931348623157e308,
}

local families = {}
