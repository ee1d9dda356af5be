-- expect: cancelled | a cancellation that is caught and caught again
-- cancel: 20
while true do pcall(function() while true do pcall(function() while true do end end) end end) end
