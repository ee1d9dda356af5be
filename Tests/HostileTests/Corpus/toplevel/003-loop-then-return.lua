-- expect: error | the top level catches its stop once, then looks well
-- form: file
pcall(function() while true do end end)
return function() end
