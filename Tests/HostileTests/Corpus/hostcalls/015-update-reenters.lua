-- expect: ok | storage.update inside storage.update, forty deep
local function nest(n)
  return storage.update("nested", function(old) if n > 0 then nest(n - 1) end return (old or 0) + 1 end)
end
nest(40)
local function endless() return storage.update("nested", function() return endless() end) end
local ok, message = pcall(endless)
assert(not ok and message:find("overflow", 1, true), message)
