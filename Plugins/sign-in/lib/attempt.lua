local attempt = {}

-- The sign-in that the notification tells of. Guessing a session would end the wrong one.
function attempt.of(response)
  local signIn = response.notification.request.content.userInfo.signIn
  if type(signIn) ~= "table" or type(signIn.session) ~= "string" then
    error("the payload names no sign-in: signIn.session must be a string", 2)
  end
  return signIn
end

-- One alert less is open; the badge came with the notification.
function attempt.settle(response)
  local badge = response.notification.request.content.badge or 1
  notifications.setBadge(math.max(badge - 1, 0))
end

return attempt
