-- expect: ok | no call with an effect answers at the top level
-- form: file
local tried = {}
for _, call in ipairs {
  function() storage.set("late_top", 1) end, function() return storage.get("x") end,
  function() reply.send {text = "top"} end, function() log.info("x") end, function() print("x") end,
  function() host.echo(1) end, function() auth.require("x") end, function() return os.time() end,
  function() return math.random() end, function() return device.language end,
  function() files.write("late", "x") end, function() notifications.setBadge(1) end,
  function() return budget.remaining() end, function() return storage.shared("common").get("x") end,
  function() return storage.protected.get("x") end } do
  local ok, message = pcall(call)
  tried[#tried + 1] = not ok and message:find("only inside a handler", 1, true) ~= nil
end
return function()
  for i, refused in ipairs(tried) do
    if not refused then error("ESCAPE: call " .. i .. " answered at the top level", 0) end
  end
end
