return function(response)
  local target = response.notification.request.content.targetContentIdentifier
  return { completion = "dismiss", open = target or "example-reminders://today" }
end
