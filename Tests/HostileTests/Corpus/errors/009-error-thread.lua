-- expect: error | an error that is the running coroutine
error((coroutine.running()))
