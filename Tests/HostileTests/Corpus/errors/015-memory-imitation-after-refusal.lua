-- expect: error | a refusal that is caught, then the text of one
assert(not pcall(string.rep, "x", 1 << 40))
assert(not pcall(string.rep, "x", 15 << 20))
error("not enough memory", 0)
