-- expect: ok | a __tostring that changes the other arguments while they are read
local fields = {a = 1}
local sly = setmetatable({}, {__tostring = function() for k in pairs(fields) do fields[k] = nil end fields.b = {fields} return "sly" end})
assert(not pcall(log.info, sly, fields))
log.info(sly, {a = 1})
