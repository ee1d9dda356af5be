-- expect: error | a completion that does not exist
return {completion = ("dismiss"):rep(3000), open = "javascript:1"}
