-- expect: memory | a million empty files
-- accept: timeout
for i = 1, 1e7 do files.write("file with a long name " .. i, "") end
