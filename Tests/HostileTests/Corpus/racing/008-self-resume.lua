-- expect: timeout | a coroutine that resumes itself and its parent
local outer
outer = coroutine.create(function()
  while true do
    coroutine.resume(coroutine.running())
    coroutine.resume(coroutine.create(function() coroutine.resume(outer) end))
  end
end)
coroutine.resume(outer)
