-- expect: error | an error that is a table
error({code = 1})
