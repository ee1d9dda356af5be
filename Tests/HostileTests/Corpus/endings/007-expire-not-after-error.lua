-- expect: error | expire does not run after an error
-- form: file
return {handle = function() error("x") end, expire = function() log.error("ESCAPE: expire ran") end}
