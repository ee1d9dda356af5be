local attempt = require "lib.attempt"
local texts = require "lib.texts"

return function(response)
  local signIn = attempt.of(response)

  -- No unlocking is asked for: ending a stranger's session must not wait, and harms nobody.
  local ended, message, code = host.account.endSession { session = signIn.session }
  if not ended then
    log.error("the session was not ended", { code = code, message = message })
    notifications.post {
      identifier = "sign-in-" .. signIn.session,
      title = response.notification.request.content.title,
      body = texts().notEnded,
      category = "sign-in-alert",
      userInfo = { signIn = signIn },
    }
    return "dismissAndForwardAction"
  end

  if auth.isUnlocked() then
    storage.protected.set("lastRefused", { session = signIn.session, at = os.time() })
  end
  attempt.settle(response)
  log.info("session ended", { session = signIn.session })
  return "dismiss"
end
