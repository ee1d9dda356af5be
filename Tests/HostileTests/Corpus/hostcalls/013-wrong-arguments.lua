-- expect: error | every function with every kind of argument, in every place
local odd = {0/0, 1/0, -1, 1 << 62, 0.5, "", "\0", ("x"):rep(70000), "\xff", true, json.null, {}, {1, nil, 3},
  {[1.5] = 1}, {{{}}}, function() end, coroutine.create(function() end), print}
local function try(f)
  pcall(f)
  for i = 1, #odd do
    pcall(f, odd[i]) pcall(f, "key", odd[i]) pcall(f, odd[i], odd[#odd - i + 1], odd[i])
    pcall(f, {text = odd[i], to = odd[i], key = odd[i], userInfo = odd[i], title = odd[i], after = odd[i]})
  end
end
for _, space in ipairs {storage, files, notifications, log, json, budget, storage.protected} do
  for name, f in pairs(space) do if type(f) == "function" then try(f) end end
end
for _, name in ipairs {"isUnlocked"} do try(auth[name]) end
try(reply.send) try(storage.shared) try(require)
error("tried everything", 0)
