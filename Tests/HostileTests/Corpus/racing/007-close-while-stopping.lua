-- expect: timeout | closes and makes coroutines without pause
while true do
  local co = coroutine.create(function() coroutine.yield() end)
  coroutine.resume(co)
  coroutine.close(co)
  coroutine.close(co)
end
