-- expect: error | the top level loops in a coroutine
-- form: file
coroutine.wrap(function() while true do end end)()
return function() end
