-- expect: timeout | handler of a hook-raised error starts pcall/load/gsub/sort: all of it runs with hooks off
-- accept: error
xpcall(function() while true do end end, function()
  while true do
    pcall(table.sort, {3, 2, 1}, function(a, b) for i = 1, 1e6 do end return a < b end)
    if load then pcall(load("for i = 1, 1e6 do end")) end
    string.gsub("xyz", ".", function() for i = 1, 1e6 do end end)
  end
end)
