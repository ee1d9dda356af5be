import Notifications
import Testing

@Suite struct JSONFieldsTests {
  /// Reads a small manifest the way its readers do.
  private func read(_ text: String) throws {
    let fields = try JSONFields(
      try JSONReader().read(text), known: ["identifier", "count", "share", "on", "tags", "items"])
    _ = try fields.required("identifier", fields.string)
    _ = try fields.integer("count")
    _ = try fields.number("share")
    _ = try fields.bool("on")
    _ = try fields.strings("tags")
    for item in try fields.list("items", known: ["title", "options"]) ?? [] {
      _ = try item.required("title", item.localizedText)
      _ = try item.options("options", ActionOptions.names)
    }
  }

  static let refused: [(String, String)] = [
    ("[]", "must be an object, is an array"),
    ("{}", #"identifier: "identifier" is required; add it"#),
    (#"{"identifier":null}"#, #"identifier: "identifier" is required; add it"#),
    (#"{"identifier":7}"#, "identifier: must be a string, is an integer"),
    (
      #"{"identifer":"a"}"#, #"identifer: unknown key "identifer"; did you mean "identifier"?"#
    ),
    (
      #"{"Identifier":"a"}"#, #"Identifier: unknown key "Identifier"; did you mean "identifier"?"#
    ),
    (
      #"{"identifier":"a","quite other":1}"#,
      #"["quite other"]: unknown key "quite other"; known here: "count", "identifier", "items", "#
        + #""on", "share", "tags""#
    ),
    (#"{"identifier":"a","count":1.5}"#, "count: must be an integer, is a float"),
    (#"{"identifier":"a","count":1e300}"#, "count: must be an integer, is a float"),
    (#"{"identifier":"a","count":true}"#, "count: must be an integer, is a boolean"),
    (#"{"identifier":"a","share":"1"}"#, "share: must be a number, is a string"),
    (#"{"identifier":"a","on":1}"#, "on: must be true or false, is an integer"),
    (#"{"identifier":"a","tags":{}}"#, "tags: must be an array, is an object"),
    (#"{"identifier":"a","tags":["b",null]}"#, "tags[1]: must be a string, is null"),
    (#"{"identifier":"a","items":[1]}"#, "items[0]: must be an object, is an integer"),
    (
      #"{"identifier":"a","items":[{"title":"b"},{"titel":"c"}]}"#,
      #"items[1].titel: unknown key "titel"; did you mean "title"?"#
    ),
    (
      #"{"identifier":"a","items":[{"title":"b"},{}]}"#,
      #"items[1].title: "title" is required; add it"#
    ),
    (
      #"{"identifier":"a","items":[{"title":{"en":1}}]}"#,
      "items[0].title.en: must be a string, is an integer"
    ),
    (
      #"{"identifier":"a","items":[{"title":{}}]}"#,
      #"items[0].title: a map of languages needs at least one entry, such as "en""#
    ),
    (
      #"{"identifier":"a","items":[{"title":3}]}"#,
      "items[0].title: must be a string or a map of languages, is an integer"
    ),
    (
      #"{"identifier":"a","items":[{"title":"b","options":["foreground","Destructive"]}]}"#,
      #"items[0].options[1]: unknown option "Destructive"; did you mean "destructive"?"#
    ),
    (
      #"{"identifier":"a","items":[{"title":"b","options":["red"]}]}"#,
      #"items[0].options[0]: unknown option "red"; known are "authenticationRequired", "#
        + #""destructive", "foreground""#
    ),
  ]

  @Test(arguments: refused)
  func `an object is refused with path and cure`(_ text: String, _ message: String) {
    let error = #expect(throws: JSONError.self) { try read(text) }
    #expect(error?.description == message)
    #expect(error?.line == nil)
  }

  @Test func `an object of known members is read`() throws {
    try read(
      #"{"identifier":"","count":2.0,"share":1,"on":false,"tags":[],"items":[{"title":"a"}]}"#)
  }

  @Test func `a hostile name is cut and its control characters are spelled out`() {
    let name = "\u{1B}[31m\u{202E}" + String(repeating: "x", count: 100_000)
    let error = #expect(throws: JSONError.self) {
      try JSONFields([name: 1].object, known: ["a"])
    }
    #expect(
      error?.message
        == "unknown key \"\\u{1B}[31m\\u{202E}\(String(repeating: "x", count: 58))…\"; "
        + "known here: \"a\"")
  }

  @Test(arguments: [
    (JSONPath.root, ""),
    (JSONPath.root.member("a").item(0).member("b-c_1"), "a[0].b-c_1"),
    (JSONPath.root.item(3), "[3]"),
    (JSONPath.root.member("").member("a.b").member("é"), #"[""]["a.b"]["é"]"#),
  ])
  func `a path prints`(_ path: JSONPath, _ text: String) {
    #expect(path.description == text)
  }
}

extension [String: Int] {
  /// The entries as a JSON object.
  fileprivate var object: JSONObject {
    JSONObject(map { ($0.key, .integer(Int64($0.value))) })
  }
}
