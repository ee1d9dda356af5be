-- expect: error | an error that is a host function
error(storage.set)
