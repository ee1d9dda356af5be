local message = {}

function message.id(response)
  local request = response.notification.request
  local id = request.content.userInfo.messageId
  if type(id) == "string" and id ~= "" then
    return id
  end
  -- Older servers send no id of their own; the request's is the nearest thing to one.
  return request.identifier
end

function message.thread(response)
  return response.notification.request.content.threadIdentifier
end

return message
