-- expect: ok | a host function that throws is an ordinary answer
local value, message, code = host.fail()
assert(value == nil and type(message) == "string" and code == "hostFunction")
