-- expect: error | the top level never ends
-- form: file
while true do end
return function() end
