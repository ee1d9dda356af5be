-- expect: cancelled | expire does not run after a cancellation
-- cancel: 20
-- form: file
return {handle = function() while true do end end, expire = function() log.error("ESCAPE: expire ran") end}
