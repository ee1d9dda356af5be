-- expect: timeout | waits that end about when the time does
while true do pcall(host.wait, 7) end
