-- The meeting as an iCalendar file (RFC 5545), which the app imports.
local invitation = {}

local escapes = { ["\\"] = "\\\\", [";"] = "\\;", [","] = "\\,", ["\n"] = "\\n", ["\r"] = "" }

local function escaped(text)
  return (text:gsub("[\\;,\n\r]", escapes))
end

local function stamp(seconds)
  return os.date("!%Y%m%dT%H%M%SZ", seconds)
end

function invitation.name(details)
  return details.id .. ".ics"
end

function invitation.text(details)
  return table.concat({
    "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:" .. plugin.identifier, "BEGIN:VEVENT",
    "UID:" .. escaped(details.id),
    "DTSTAMP:" .. stamp(os.time()),
    "DTSTART:" .. stamp(details.start),
    "DTEND:" .. stamp(details.finish),
    "SUMMARY:" .. escaped(details.title or ""),
    "END:VEVENT", "END:VCALENDAR", "",
  }, "\r\n")
end

return invitation
