-- expect: error | an error that is nil
error(nil)
