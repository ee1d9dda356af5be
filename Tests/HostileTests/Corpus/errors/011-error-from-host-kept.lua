-- expect: error | an error of the host raised again from a coroutine inside pcall
local ok, message = pcall(storage.set, nil)
local co = coroutine.create(function() error(message, 0) end)
local _, again = coroutine.resume(co)
error(again, 0)
