-- expect: ok | string.packsize and pack at the edge of size_t
for _, format in ipairs {"c2147483647c2147483647", "!16i16c9223372036854775807", "i17", "c99999999999999999999",
    ("c1000000000"):rep(20), "s8", "z", "!17i4", "Xop", "X", "i0"} do
  pcall(string.packsize, format)
  pcall(string.unpack, format, "abc") pcall(string.unpack, format, "abc", math.mininteger)
  pcall(string.unpack, format, "abc", math.maxinteger)
end
assert(not pcall(string.packsize, "c9223372036854775807c9223372036854775807"))
assert(not pcall(string.pack, "c3", "four"))
