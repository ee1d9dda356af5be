-- expect: ok | functions saved at the top level work in the handler, once sealed is over
-- form: file
local set, get = storage.set, storage.get
return function() set("kept", 1) assert(get("kept") == 1) end
