-- expect: error | an error text that is not UTF-8
error("\xff\xfe\xed\xa0\x80 text", 0)
