-- expect: ok | a returned table whose metamethods say something else
return setmetatable({completion = "dismiss"}, {__index = function() while true do end end,
  __pairs = function() while true do end end, __len = function() while true do end end})
