-- expect: error | a file that requires itself
-- accept: ok
-- form: file
local me = require "attack" return function() return me end
