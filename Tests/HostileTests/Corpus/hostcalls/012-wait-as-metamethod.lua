-- expect: ok | host functions as metamethods of every kind
local o = setmetatable({}, {__index = host.echo, __call = host.echo, __add = host.echo, __len = host.wait,
  __eq = host.echo, __lt = host.echo, __unm = host.fail, __newindex = host.echo, __pairs = host.echo})
for _, f in ipairs {
  function() return o.x end, function() return o(1) end, function() return o + 1 end,
  function() return #o end, function() return o < o end, function() return -o end,
  function() o.x = 1 end, function() for _ in pairs(o) do end end } do
  local ok, message = pcall(f)
  assert(ok or type(message) == "string")
end
