-- expect: cancelled | cancelled as it starts
-- cancel: 0
-- accept: ok
for i = 1, 1e5 do end
storage.set("kept", 1)
