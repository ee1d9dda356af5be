-- expect: error | a result that has no JSON form
-- accept: ok
return {result = {f = print}}
