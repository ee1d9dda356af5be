import CSandbox
import Notifications
import Testing

@testable import LuaSandbox

@Suite struct FlatJSONTests {
  private static let texts: [(name: String, text: String)] = [
    ("null", "null"), ("true", "true"), ("false", " false "), ("an integer", "-42"),
    ("the smallest integer", "-9223372036854775808"), ("a float", "2.5"), ("minus zero", "-0"),
    ("a large float", "1e300"), ("empty text", #""""#), ("text", #""Ελένη""#),
    ("escapes", #""\n\u00e9\ud83d\ude00\\""#), ("nothing in an array", "[]"),
    ("nothing in an object", "{}"), ("arrays in arrays", "[[1, [2]], [], [null]]"),
    ("names out of order", #"{"b": 1, "a": {"d": [1, {"c": null}], "c": "x"}}"#),
    ("an escaped name", #"{"\u0061": 1, "b": 2}"#),
    ("many names", "{" + (0..<40).map { "\"name\($0)\": \($0)" }.joined(separator: ",") + "}"),
    ("indentation", "{\n                  \"a\" :\n                1\n}"),
  ]

  @Test(arguments: texts)
  func `the flat form holds what the tree holds`(name: String, text: String) throws {
    let flat = try JSONReader().readFlat(Array(text.utf8).span)
    #expect(flat.value == (try JSONReader().read(text)), "\(name)")
  }

  @Test(
    arguments: [
      #"{"a": 1, "b": 2, "a": 3}"#, #"{"a": null, "\u0061": 1}"#, #"[{"x": {"a": 1, "a": 1}}]"#,
      "{" + (0..<30).map { "\"n\($0)\": 0," }.joined() + "\"n7\": 1}",
    ])
  func `a repeated name is refused with the error that the tree gives`(text: String) throws {
    let error = try #require(throws: JSONError.self) { try JSONReader().read(text) }
    #expect(error.code == .duplicateKey)
    #expect(throws: error) {
      try JSONReader().readFlat(Array(text.utf8).span, leavingOutNullMembers: true)
    }
  }

  @Test(arguments: ["", "[1", #"{"a" 1}"#, "[1,]", "nul", "01", #""\ud800""#, "{} {}"])
  func `what is no JSON is refused with the error that the tree gives`(text: String) throws {
    let error = try #require(throws: JSONError.self) { try JSONReader().read(text) }
    #expect(throws: error) { try JSONReader().readFlat(Array(text.utf8).span) }
  }

  @Test func `members that are null are absent where asked, nulls in arrays stay`() throws {
    let text = #"{"a": null, "b": {"c": null, "d": [null, {"e": null}]}}"#
    let flat = try JSONReader().readFlat(Array(text.utf8).span, leavingOutNullMembers: true)
    #expect(flat.value == ["b": ["d": [nil, [:]]]])
  }

  @Test func `scripts read a flat argument as they read a tree`() async throws {
    let loaded = try await Loaded(
      "return function(r) return r.a == nil, r.b.items[1] == json.null, r.b.text, #r.b.items end")
    let text = #"{"a": null, "b": {"items": [null, 2], "text": "\u00e9"}}"#
    var request = loaded.request()
    request.arguments = [
      .flat(try JSONReader().readFlat(Array(text.utf8).span, leavingOutNullMembers: true))
    ]
    let result = await loaded.executor.run(loaded.program, request)
    #expect(result.values() == [.value(true), .value(true), .value("\u{e9}"), .value(2)])
  }

  @Test func `a response in its flat form is what scripts see`() throws {
    let text = """
      { "actionIdentifier": "reply", "userText": "\\u0393", "notification": {
        "date": "2026-03-02T18:05:00Z", "request": { "identifier": "m", "content": {
          "title": "t", "badge": 2, "sound": { "name": "ping", "volume": 0.5 },
          "targetContentIdentifier": "w", "filterCriteria": "f", "relevanceScore": 0.25,
          "attachments": [{ "identifier": "a", "url": "file:a" }],
          "userInfo": { "gone": null, "list": [null, { "gone": null }], "deep": { "b": 1, "a": 2 } }
        }, "trigger": { "type": "push" } } } }
      """
    let response = try ResponseFile.read(Array(text.utf8), now: Timestamp(milliseconds: 0))
    #expect(response.flatScriptValue.value == response.scriptValue)
  }

  @Test func `the sandbox has the same tags`() {
    typealias Tag = FlatJSON.Tag
    let tags = [
      (Tag.absent, CSB_TAG_NIL), (Tag.null, CSB_TAG_NULL), (Tag.false, CSB_TAG_FALSE),
      (Tag.true, CSB_TAG_TRUE), (Tag.integer, CSB_TAG_INTEGER), (Tag.number, CSB_TAG_NUMBER),
      (Tag.string, CSB_TAG_STRING), (Tag.array, CSB_TAG_ARRAY), (Tag.object, CSB_TAG_OBJECT),
    ]
    for (own, other) in tags { #expect(Int(own) == other) }
  }

  @Test(arguments: texts)
  func `a size is that of the text`(name: String, text: String) throws {
    let value = try JSONReader().read(text)
    #expect(JSONWriter().byteCount(value) == (try JSONWriter().bytes(value).count), "\(name)")
  }
}
