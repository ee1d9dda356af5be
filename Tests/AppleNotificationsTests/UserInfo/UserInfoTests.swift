import ActionPlugins
import Foundation
import Testing

@testable import AppleNotifications

@Suite struct UserInfoTests {
  @Test func `a push keeps booleans, integers, floats, nesting, nulls and key case`() throws {
    let text = #"""
      {"aps": {"alert": "Hello"}, "flag": true, "off": false, "one": 1, "float": 1.5, "digits": "007",
       "none": null, "list": [null, 1, "1", [], {}], "Key": {"key": {"deep": [true]}}}
      """#
    // The system hands over what Foundation makes of the payload.
    let decoded = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [AnyHashable: Any])
    let object = try JSONObject(userInfo: decoded)
    #expect(
      object == [
        "aps": ["alert": "Hello"], "flag": true, "off": false, "one": 1, "float": 1.5,
        "digits": "007", "none": nil, "list": [nil, 1, "1", [], [:]],
        "Key": ["key": ["deep": [true]]],
      ])
  }

  @Test(arguments: [
    (NSNumber(value: true), JSONValue.bool(true)), (NSNumber(value: false), .bool(false)),
    (NSNumber(value: 1), .integer(1)), (NSNumber(value: 0), .integer(0)),
    (NSNumber(value: Int8(1)), .integer(1)), (NSNumber(value: UInt8(255)), .integer(255)),
    (NSNumber(value: 1.0), .number(1)), (NSNumber(value: Float(0.5)), .number(0.5)),
    (NSNumber(value: -0.0), .number(-0.0)),
    (NSNumber(value: Int64.min), .integer(.min)), (NSNumber(value: Int64.max), .integer(.max)),
    (NSNumber(value: UInt64(Int64.max)), .integer(.max)),
  ])
  func `a number keeps the type it was made with`(number: NSNumber, value: JSONValue) throws {
    #expect(try JSONObject(userInfo: ["n": number]) == ["n": value])
  }

  @Test func `Swift's own numbers are read as Foundation's`() throws {
    let object = try JSONObject(userInfo: ["b": true, "i": 1, "d": 1.0, "u": UInt16(7)])
    #expect(object == ["b": true, "i": 1, "d": 1.0, "u": 7])
  }

  @Test func `a date becomes ISO 8601 and data becomes Base64`() throws {
    let date = Date(timeIntervalSince1970: 1_767_268_800.25)
    let object = try JSONObject(userInfo: ["at": date, "blob": Data([0, 255])])
    #expect(object == ["at": "2026-01-01T12:00:00.250Z", "blob": "AP8="])
  }

  @Test(arguments: [Double.infinity, -.infinity, 1e300])
  func `a date beyond the calendar is held within it`(seconds: Double) throws {
    let object = try JSONObject(userInfo: ["at": Date(timeIntervalSince1970: seconds)])
    guard case .string(let text)? = object["at"] else {
      Issue.record("no text")
      return
    }
    #expect(throws: Never.self) { try Timestamp(iso8601: text) }
  }

  @Test func `text keeps its bytes`() throws {
    let text = "e\u{301} \u{200F}שלום 👩‍👩‍👧 \u{0} ]]"
    #expect(try JSONObject(userInfo: ["t": text as NSString]) == ["t": .string(text)])
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var code: UserInfoError.Code
    var path: String
    var userInfo: @Sendable () -> [AnyHashable: Any]
  }

  @Test(arguments: [
    Refusal(testDescription: "a key that is a number", code: .invalidKey, path: "") { [1: "x"] },
    Refusal(testDescription: "a nested key that is a number", code: .invalidKey, path: "a") {
      ["a": [1: "x"]]
    },
    Refusal(testDescription: "NaN", code: .invalidNumber, path: "list[1]") {
      ["list": [1, Double.nan]]
    },
    Refusal(testDescription: "infinity", code: .invalidNumber, path: "n") { ["n": Float.infinity] },
    Refusal(testDescription: "one more than 64 bits hold", code: .invalidNumber, path: "n") {
      ["n": UInt64(Int64.max) + 1]
    },
    Refusal(testDescription: "another class", code: .unsupportedType, path: "a.b[0]") {
      ["a": ["b": [URL(filePath: "secret")]]]
    },
    Refusal(testDescription: "a date that is no number", code: .invalidNumber, path: "at") {
      ["at": Date(timeIntervalSince1970: .nan)]
    },
  ])
  func `what has no JSON form is refused with its place`(refusal: Refusal) throws {
    let error = try #require(throws: UserInfoError.self) {
      try JSONObject(userInfo: refusal.userInfo())
    }
    #expect(error.code == refusal.code)
    #expect(error.path.description == refusal.path)
    #expect(!error.description.contains("secret"))
  }

  @Test(arguments: [(128, true), (129, false)])
  func `128 levels are accepted and 129 refused`(levels: Int, isAccepted: Bool) {
    var value: Any = "x"
    // The userInfo itself is the first level.
    for level in 1..<levels { value = level.isMultiple(of: 2) ? ["k": value] as Any : [value] }
    let accepted = (try? JSONObject(userInfo: ["k": value])) != nil
    #expect(accepted == isAccepted)
  }

  @Test func `a script's userInfo comes back as it was`() throws {
    let object: JSONObject = [
      "flag": true, "one": 1, "float": 1.0, "negative": -0.0, "none": nil,
      "big": 9_007_199_254_740_993,
      "list": [true, 1, 1.0, "1", nil, [:], []], "nested": ["key": ["Key": 1]],
    ]
    #expect(try JSONObject(userInfo: object.userInfo) == object)
  }

  @Test func `an error reads as a sentence with its place`() throws {
    let error = try #require(throws: UserInfoError.self) {
      try JSONObject(userInfo: ["a": ["n": Double.nan]])
    }
    #expect(
      error.description
        == "userInfo.a.n: the number is not finite or has no room in 64 bits; send it as a string")
  }
}
