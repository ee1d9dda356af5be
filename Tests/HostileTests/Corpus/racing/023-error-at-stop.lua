-- expect: timeout | raises tables, numbers and nil without pause
while true do
  pcall(error) pcall(error, nil) pcall(error, {}) pcall(error, 1.5)
  pcall(error, setmetatable({}, {__tostring = error}))
end
