-- expect: timeout | megabytes that are not UTF-8 as log messages, and one character of megabytes
local bad = string.rep("\xff", 2 << 20)
local long = "e" .. string.rep("\u{301}", 1 << 20)
while true do log.info(bad) log.info(long) print(bad) end
