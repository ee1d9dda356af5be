return function()
  return { completion = "dismiss", open = "example-account://password" }
end
