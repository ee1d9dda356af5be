-- expect: error | the top level catches its stop
-- form: file
while true do pcall(function() while true do end end) end
