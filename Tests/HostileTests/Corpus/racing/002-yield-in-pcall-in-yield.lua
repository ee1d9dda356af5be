-- expect: timeout | a tower of pcall and coroutines that yields through every level
local function level(n)
  return coroutine.wrap(function()
    local inner = n > 0 and level(n - 1) or coroutine.yield
    while true do pcall(function() coroutine.yield(inner()) end) end
  end)
end
local top = level(40)
while true do top() end
