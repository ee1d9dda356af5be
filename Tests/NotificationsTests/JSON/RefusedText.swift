import Notifications
import Testing

/// A text that strict reading refuses, and what it says.
struct RefusedText: CustomTestStringConvertible {
  let name: String
  let bytes: [UInt8]
  let error: String
  let code: JSONError.Code

  init(_ name: String, _ text: String, _ code: JSONError.Code, _ error: String) {
    self.init(name, Array(text.utf8), code, error)
  }

  init(_ name: String, _ bytes: [UInt8], _ code: JSONError.Code, _ error: String) {
    self.name = name
    self.bytes = bytes
    self.code = code
    self.error = error
  }

  var testDescription: String { name }

  static let all: [RefusedText] = [
    RefusedText(
      "nothing", "", .empty,
      "line 1, column 1: the text is empty; a JSON value was expected"),
    RefusedText(
      "only space", " \n\t", .empty,
      "line 2, column 2: the text is empty; a JSON value was expected"),
    RefusedText(
      "an array that ends", "[1,\n 2", .unexpectedEnd,
      "line 2, column 3: the text ends where ',' or ']' (opened in line 1) was expected"),
    RefusedText(
      "an array that ends after a comma", "[1,", .unexpectedEnd,
      "line 1, column 4: the text ends where a value was expected"),
    RefusedText(
      "an object that ends", "{", .unexpectedEnd,
      "line 1, column 2: the text ends where a name was expected"),
    RefusedText(
      "an object that ends after a name", #"{"a""#, .unexpectedEnd,
      "line 1, column 5: the text ends where a colon was expected"),
    RefusedText(
      "an object that ends after a colon", #"{"a":"#, .unexpectedEnd,
      "line 1, column 6: the text ends where a value was expected"),
    RefusedText(
      "an object that ends after a value", #"{"a":1"#, .unexpectedEnd,
      "line 1, column 7: the text ends where ',' or '}' (opened in line 1) was expected"),
    RefusedText(
      "a string that ends", #"["abc"#, .unexpectedEnd,
      "line 1, column 6: the text ends within a string; close it with a double quote"),
    RefusedText(
      "a string that ends in an escape", #""\"#, .unexpectedEnd,
      "line 1, column 3: the text ends within a string; close it with a double quote"),
    RefusedText(
      "a string that ends in a \\u escape", #""\u00"#, .unexpectedEnd,
      "line 1, column 6: the text ends within a string; close it with a double quote"),
    RefusedText(
      "a minus sign alone", "-", .unexpectedEnd,
      "line 1, column 2: the text ends where a digit was expected"),
    RefusedText(
      "a point at the end", "1.", .unexpectedEnd,
      "line 1, column 3: the text ends where a digit was expected"),
    RefusedText(
      "an exponent at the end", "1e+", .unexpectedEnd,
      "line 1, column 4: the text ends where a digit was expected"),
    RefusedText(
      "two values", "1 2", .trailingText,
      "line 1, column 3: unexpected character '2' after the end of the value; remove it"),
    RefusedText(
      "a closing bracket too many", "[]]", .trailingText,
      "line 1, column 3: unexpected character ']' after the end of the value; remove it"),
    RefusedText(
      "a NUL after the value", "1\0", .trailingText,
      "line 1, column 2: unexpected control character U+0000 after the end of the value; remove it"
    ),
    RefusedText(
      "a comma before ]", "[1,]", .trailingComma,
      "line 1, column 3: a comma stands before the closing bracket; remove it"),
    RefusedText(
      "a comma before }", "{\"a\":1\n,}", .trailingComma,
      "line 2, column 1: a comma stands before the closing bracket; remove it"),
    RefusedText(
      "only a comma", "[,]", .unexpectedCharacter,
      "line 1, column 2: unexpected character ',' where a value was expected"),
    RefusedText(
      "two commas", "[1,,2]", .unexpectedCharacter,
      "line 1, column 4: unexpected character ',' where a value was expected"),
    RefusedText(
      "no comma", "[1 2]", .unexpectedCharacter,
      "line 1, column 4: unexpected character '2' where ',' or ']' was expected"),
    RefusedText(
      "no comma between members", #"{"a":1 "b":2}"#, .unexpectedCharacter,
      "line 1, column 8: unexpected character '\"' where ',' or '}' was expected"),
    RefusedText(
      "the wrong closing bracket", "[1}", .unexpectedCharacter,
      "line 1, column 3: unexpected character '}' where ',' or ']' was expected"),
    RefusedText(
      "no colon", #"{"a" 1}"#, .unexpectedCharacter,
      "line 1, column 6: unexpected character '1' where a colon after a name was expected"),
    RefusedText(
      "a bare name", "{a: 1}", .unexpectedCharacter,
      "line 1, column 2: unexpected character 'a' where a name in double quotes was expected"),
    RefusedText(
      "a number as a name", "{1: 1}", .unexpectedCharacter,
      "line 1, column 2: unexpected character '1' where a name in double quotes was expected"),
    RefusedText(
      "single quotes", "['a']", .unexpectedCharacter,
      "line 1, column 2: strings stand in double quotes, not in '"),
    RefusedText(
      "a word", "[True]", .unexpectedCharacter,
      "line 1, column 2: a word that JSON does not have; it knows true, false and null, and texts "
        + "in double quotes"),
    RefusedText(
      "half a word", "tru", .unexpectedCharacter,
      "line 1, column 1: a word that JSON does not have; it knows true, false and null, and texts "
        + "in double quotes"),
    RefusedText(
      "NaN", "NaN", .unexpectedCharacter,
      "line 1, column 1: a word that JSON does not have; it knows true, false and null, and texts "
        + "in double quotes"),
    RefusedText(
      "a word with a tail", "nullx", .trailingText,
      "line 1, column 5: unexpected character 'x' after the end of the value; remove it"),
    RefusedText(
      "text outside strings", "[é]", .unexpectedCharacter,
      "line 1, column 2: unexpected text where a value was expected"),
    RefusedText(
      "a line comment", "[1, // one\n2]", .comment,
      "line 1, column 5: JSON has no comments; remove it"),
    RefusedText(
      "a block comment", "/* one */ 1", .comment,
      "line 1, column 1: JSON has no comments; remove it"),
    RefusedText(
      "a slash", "[/]", .unexpectedCharacter,
      "line 1, column 2: unexpected character '/' where JSON has none; remove it"),
    RefusedText(
      "a byte-order mark", "\u{FEFF}1", .byteOrderMark,
      "line 1, column 1: the text starts with a byte-order mark; save it without one"),
    RefusedText(
      "UTF-16", [0xFF, 0xFE, 0x31, 0x00], .invalidUTF8,
      "line 1, column 1: the text is UTF-16; save it as UTF-8"),
    RefusedText(
      "a line feed in a string", "\"a\nb\"", .controlCharacter,
      #"line 1, column 3: control character U+000A in a string; write it as \n"#),
    RefusedText(
      "a tab in a long string", "\"ab αβγδ abcdefgh\tb\"", .controlCharacter,
      #"line 1, column 18: control character U+0009 in a string; write it as \t"#),
    RefusedText(
      "a NUL in a string", "\"\0\"", .controlCharacter,
      #"line 1, column 2: control character U+0000 in a string; write it as \u0000"#),
    RefusedText(
      "an unknown escape", #"["\x41"]"#, .invalidEscape,
      #"line 1, column 3: a backslash in a string must start one of \" \\ \/ \b \f \n \r \t "#
        + #"\uXXXX; write a backslash itself as \\"#),
    RefusedText(
      "no hexadecimal digits", #""\u12G4""#, .invalidEscape,
      #"line 1, column 2: \u must be followed by four hexadecimal digits"#),
    RefusedText(
      "a sign in hexadecimal digits", #""\u+123""#, .invalidEscape,
      #"line 1, column 2: \u must be followed by four hexadecimal digits"#),
    RefusedText(
      "a lone leading surrogate", #""a\uD83D""#, .loneSurrogate,
      "line 1, column 3: a \\u escape names half of a surrogate pair; write both halves, or the "
        + "character itself"),
    RefusedText(
      "a lone trailing surrogate", #""\uDE00""#, .loneSurrogate,
      "line 1, column 2: a \\u escape names half of a surrogate pair; write both halves, or the "
        + "character itself"),
    RefusedText(
      "surrogates in the wrong order", #""\uDE00\uD83D""#, .loneSurrogate,
      "line 1, column 2: a \\u escape names half of a surrogate pair; write both halves, or the "
        + "character itself"),
    RefusedText(
      "a leading surrogate and a letter", #""\uD83D\u0041""#, .loneSurrogate,
      "line 1, column 2: a \\u escape names half of a surrogate pair; write both halves, or the "
        + "character itself"),
    RefusedText(
      "a byte that is not UTF-8", [0x22, 0x61, 0xFF, 0x22], .invalidUTF8,
      "line 1, column 3: byte 0xFF is not UTF-8; save the text as UTF-8"),
    RefusedText(
      "a surrogate in UTF-8", [0x22, 0xED, 0xA0, 0x80, 0x22], .invalidUTF8,
      "line 1, column 2: byte 0xED is not UTF-8; save the text as UTF-8"),
    RefusedText(
      "an overlong slash", [0x22, 0xC0, 0xAF, 0x22], .invalidUTF8,
      "line 1, column 2: byte 0xC0 is not UTF-8; save the text as UTF-8"),
    RefusedText(
      "a code point above U+10FFFF", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .invalidUTF8,
      "line 1, column 2: byte 0xF4 is not UTF-8; save the text as UTF-8"),
    RefusedText(
      "a code point cut off by the quote", [0x22, 0xE2, 0x82, 0x22], .invalidUTF8,
      "line 1, column 2: byte 0xE2 is not UTF-8; save the text as UTF-8"),
    RefusedText(
      "a bad byte in a string with escapes", Array(#""\n12345678"#.utf8) + [0x80, 0x22],
      .invalidUTF8, "line 1, column 12: byte 0x80 is not UTF-8; save the text as UTF-8"),
    RefusedText(
      "a zero before digits", "[007]", .invalidNumber,
      "line 1, column 2: a number must not start with 0; remove the zero, or write the number as "
        + "a string"),
    RefusedText(
      "a minus sign and a letter", "-x", .invalidNumber,
      "line 1, column 2: a minus sign must be followed by a digit"),
    RefusedText(
      "a plus sign", "+1", .invalidNumber,
      "line 1, column 1: a number must start with a digit or a minus sign"),
    RefusedText(
      "a point at the start", ".5", .invalidNumber,
      "line 1, column 1: a number must start with a digit or a minus sign"),
    RefusedText(
      "a point without digits", "[1.]", .invalidNumber,
      "line 1, column 4: a decimal point must be followed by a digit"),
    RefusedText(
      "an exponent without digits", "[1e]", .invalidNumber,
      "line 1, column 4: an exponent must be followed by a digit"),
    RefusedText(
      "hexadecimal", "0x10", .trailingText,
      "line 1, column 2: unexpected character 'x' after the end of the value; remove it"),
    RefusedText(
      "one above the largest integer", "9223372036854775808", .numberTooLarge,
      "line 1, column 1: an integer must lie between -9223372036854775808 and "
        + "9223372036854775807; write a larger one as a string, or as a float such as 1e20"),
    RefusedText(
      "one below the smallest integer", "[-9223372036854775809]", .numberTooLarge,
      "line 1, column 2: an integer must lie between -9223372036854775808 and "
        + "9223372036854775807; write a larger one as a string, or as a float such as 1e20"),
    RefusedText(
      "an integer of many digits", String(repeating: "9", count: 400), .numberTooLarge,
      "line 1, column 1: an integer must lie between -9223372036854775808 and "
        + "9223372036854775807; write a larger one as a string, or as a float such as 1e20"),
    RefusedText(
      "a float without room", "-1e999", .numberTooLarge,
      "line 1, column 1: a float must lie between -1.7976931348623157e308 and "
        + "1.7976931348623157e308; write a larger one as a string"),
    RefusedText(
      "a name twice", "{\"a\": 1,\n \"b\": 2, \"a\": 3}", .duplicateKey,
      #"line 2, column 10: "a" occurs twice in this object; remove one"#),
    RefusedText(
      "a name twice in an inner object", #"{"a": [{"b": {}}, {"c": 1, "c": {"a": 1}}]}"#,
      .duplicateKey, #"line 1, column 28: "c" occurs twice in this object; remove one"#),
    RefusedText(
      "a name twice, once with an escape", #"{"a": 1, "\u0061": 2}"#, .duplicateKey,
      #"line 1, column 10: "a" occurs twice in this object; remove one"#),
    RefusedText(
      "a hostile name twice", #"{"\n\u202E": 1, "\n\u202E": 2}"#, .duplicateKey,
      #"line 1, column 17: "\u{A}\u{202E}" occurs twice in this object; remove one"#),
    RefusedText(
      "columns count code points", "[\"👩‍👧 é\", x]", .unexpectedCharacter,
      "line 1, column 11: a word that JSON does not have; it knows true, false and null, and texts "
        + "in double quotes"),
    RefusedText(
      "a carriage return and line feed is one line", "[\r\n1\r2]", .unexpectedCharacter,
      "line 3, column 1: unexpected character '2' where ',' or ']' was expected"),
  ]
}
