-- expect: error | an error whose __name is no text, has control bytes, is huge
pcall(error, setmetatable({}, {__name = 1}))
error(setmetatable({}, {__name = ("\27[2J\0"):rep(10000)}))
