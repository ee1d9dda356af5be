-- expect: cancelled | a loop that is cancelled
-- cancel: 20
while true do end
