-- expect: ok | comparisons of texts with bytes of zero at every place (before 5.4.7)
for i = 0, 40 do
  local a = ("x"):rep(i) .. "\0" .. ("y"):rep(40 - i)
  local b = ("x"):rep(i) .. "\0" .. ("y"):rep(40 - i) .. "\0"
  assert(a < b and not (b <= a) and a ~= b and a <= a)
end
assert("a\0b" < "a\0c" and "a" < "a\0" and "" < "\0")
