local parcel = require "lib.parcel"

return function(response)
  local id = parcel.id(response):gsub("[^%w%-._~]", function(byte)
    return ("%%%02X"):format(byte:byte())
  end)
  return { completion = "dismiss", open = "example-parcel://track/" .. id }
end
