-- expect: ok | __metatable is honoured, also when assigned late; host tables are this invocation's own
local t = setmetatable({}, {__metatable = false})
assert(getmetatable(t) == false and not pcall(setmetatable, t, {}))
for _, n in ipairs{"reply", "log", "string", "table", "math"} do
  setmetatable(_G[n], {__index = function() return "POISON" end, __newindex = function() end})
end
storage.set("guarded", "yes")
if storage.get("guarded") ~= "yes" then error("ESCAPE: storage answers through a script's metatable", 0) end
