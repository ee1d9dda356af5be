-- expect: memory | reads of a million absent keys: the host remembers each
-- accept: timeout
for i = 1, 1e7 do storage.get("absent key number " .. i) end
