-- Reads a time as people type it into a small field: "10", "1h 30", "in 2 Stunden", "at 14:30".
local when = {}

local MINUTE, HOUR, DAY = 60, 3600, 86400
when.longest = 30 * DAY

local units = {}
local function unit(seconds, words)
  for word in words:gmatch("%S+") do
    units[word] = seconds
  end
end
unit(MINUTE, "m min mins minute minutes minuten λ λεπτό λεπτά دقيقة دقائق मिनट 分")
unit(HOUR, "h hr hour hours std stunde stunden ώρα ώρες ساعة ساعات घंटा घंटे 時間")
unit(DAY, "d day days tag tage tagen μέρα μέρες يوم أيام दिन 日")

-- The code point of each script's zero; its nine neighbours are 1 to 9.
local zeros = { 0x30, 0x660, 0x6F0, 0x966, 0xFF10 }
local replaced = {
  [0xA0] = " ", [0x3000] = " ", [0xFF1A] = ":",
  -- Marks that keyboards add for the direction of writing; nobody typed them.
  [0x200E] = "", [0x200F] = "", [0x61C] = "",
}

local function plain(text)
  local parts = {}
  for _, code in utf8.codes(text) do
    local part = replaced[code]
    for _, zero in ipairs(zeros) do
      if code >= zero and code <= zero + 9 then
        part = tostring(code - zero)
      end
    end
    parts[#parts + 1] = part or utf8.char(code)
  end
  return table.concat(parts):lower():match("^%s*(.-)%.?%s*$")
end

local leading = { ["in"] = true, at = true, um = true, ["σε"] = true, ["Σε"] = true }

local function withoutLeadingWord(text)
  local word, rest = text:match("^(%S+)%s+(.*)$")
  return leading[word] and rest or text
end

local halfDays = { am = 0, pm = 12 }

local function untilClock(hour, minute, half, now)
  if halfDays[half] then
    if hour < 1 or hour > 12 then
      return nil
    end
    hour = hour % 12 + halfDays[half]
  elseif half ~= "" and half ~= "uhr" and half ~= "h" then
    return nil
  end
  if hour > 23 or minute > 59 then
    return nil
  end
  local today = os.date("*t", now)
  for day = today.day, today.day + 1 do
    -- Built anew for each day: os.time fills in isdst, which may differ tomorrow.
    local at = os.time {
      year = today.year, month = today.month, day = day, hour = hour, min = minute, sec = 0,
    }
    if at > now then
      return at - now
    end
  end
end

local function duration(text)
  local seconds, previous = 0, nil
  while text ~= "" do
    local number, word, rest = text:match("^(%d+)%s*([^%d%s]*)%s*(.*)$")
    -- A number alone counts minutes, as in "10" and in "1h 30".
    local size = word == "" and MINUTE or units[word]
    -- Each unit must be smaller than the one before: "5 min 2 h" is more likely a slip.
    -- More than six digits could overflow below, and are far above the longest wait anyway.
    if not size or #number > 6 or previous and size >= previous then
      return nil
    end
    seconds, previous, text = seconds + tonumber(number) * size, size, rest
  end
  return seconds
end

-- The seconds from `now` until the time that `text` names; nil where it names none.
function when.seconds(text, now)
  if #text > 100 then
    return nil
  end
  text = withoutLeadingWord(plain(text))
  local hour, minute, half = text:match("^(%d%d?):(%d%d)%s*(%S*)$")
  local seconds
  if hour then
    seconds = untilClock(tonumber(hour), tonumber(minute), half, now)
  else
    seconds = duration(text)
  end
  if seconds and seconds > 0 and seconds <= when.longest then
    return seconds
  end
end

return when
