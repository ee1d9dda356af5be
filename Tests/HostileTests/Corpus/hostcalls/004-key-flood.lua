-- expect: memory | a million keys: what the host keeps counts as memory
-- accept: timeout
for i = 1, 1e7 do storage.set("a key that is long enough to count " .. i, i) end
