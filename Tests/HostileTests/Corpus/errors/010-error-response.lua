-- expect: error | the response itself as an error
error((...))
