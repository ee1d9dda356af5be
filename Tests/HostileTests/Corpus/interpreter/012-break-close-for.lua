-- expect: ok | 5.4.4: 'break' out of a generic for with a captured loop variable does not close the to-be-closed value at the break (fixed 997f11f5)
-- accept: error
local function run()
  local closed = false
  local guard = setmetatable({}, {__close = function() closed = true end})
  for k in pairs({10, 20}), {10, 20}, nil, guard do
    local f = function() return k end
    break
  end
  return closed
end
if not run() then error("BUG: value not closed when the loop was left", 0) end
