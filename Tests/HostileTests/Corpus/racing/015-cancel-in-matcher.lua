-- expect: cancelled | cancelled inside one pattern match
-- cancel: 20
-- accept: error
return ("a"):rep(39):match("^" .. ("a?"):rep(40) .. ("a"):rep(40) .. "$")
