-- expect: ok | error messages for the longest chains that the size limit lets through
-- accept: error, timeout
local t = {} t.x = t
for i = 1, 100 do
  local ok, message = pcall(function() return t.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.y.z end)
  assert(not ok and #message < 500)
end
