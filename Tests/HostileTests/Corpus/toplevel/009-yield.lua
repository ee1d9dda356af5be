-- expect: error | the top level yields
-- form: file
coroutine.yield()
return function() end
