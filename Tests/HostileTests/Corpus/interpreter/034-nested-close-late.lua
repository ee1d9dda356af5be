-- expect: error | a chain of coroutines closed from one another (before 5.4.5)
-- accept: ok, memory, timeout
local previous
for i = 1, 3000 do
  local inner = previous
  local co = coroutine.create(function() coroutine.yield() if inner then coroutine.close(inner) end end)
  coroutine.resume(co) previous = co
end
coroutine.resume(previous)
coroutine.close(previous)
error("survived", 0)
