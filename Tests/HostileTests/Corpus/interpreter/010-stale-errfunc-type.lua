-- expect: ok | a coroutine suspended in xpcall is closed while its handler is no function any more (before 5.4.8)
-- accept: error
for depth = 0, 40 do
  local function down(n) if n > 0 then return (down(n - 1)) end return xpcall(coroutine.yield, function(e) return e end) end
  local co = coroutine.create(function() return down(depth * 50) end)
  assert(coroutine.resume(co))
  assert(coroutine.close(co) == true)
  assert(coroutine.status(co) == "dead")
end
