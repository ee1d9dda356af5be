-- expect: error | more data than all files may have
-- accept: timeout
local data = ("x"):rep(1 << 20)
for i = 1, 100 do files.write("file" .. i, data) end
