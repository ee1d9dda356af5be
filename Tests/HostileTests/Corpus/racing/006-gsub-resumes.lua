-- expect: timeout | a gsub callback that resumes, and catches
local text = ("x"):rep(1000)
while true do
  pcall(string.gsub, text, "x", function()
    coroutine.resume(coroutine.create(function() for i = 1, 50 do end error("x") end))
  end)
end
