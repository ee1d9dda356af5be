-- The shared space "calendar": the app writes `busy` and `unanswered`, this bundle the answers.
local calendar = {}

function calendar.record(details, answer)
  local space = storage.shared("calendar")
  space.set("answer/" .. details.id, { answer = answer, at = os.time() })
  -- The app adds invitations to the same list, so it is changed in one step.
  space.update("unanswered", function(identifiers)
    local left = json.array {}
    for _, identifier in ipairs(identifiers or {}) do
      if identifier ~= details.id then
        left[#left + 1] = identifier
      end
    end
    return left
  end)
end

-- The first appointment that lies at the same time, or nil.
function calendar.overlapping(details)
  if not (details.start and details.finish) then
    return nil
  end
  for _, appointment in ipairs(storage.shared("calendar").get("busy", {})) do
    if appointment.start < details.finish and details.start < appointment.finish then
      return appointment
    end
  end
end

return calendar
