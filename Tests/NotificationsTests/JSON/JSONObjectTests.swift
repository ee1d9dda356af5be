import Notifications
import Testing

@Suite struct JSONObjectTests {
  @Test func `members are sorted by bytes, whatever the order they came in`() {
    let object = JSONObject([("é", 1), ("b", 2), ("B", 3), ("", 4), ("a", 5)])
    #expect(object.members.map(\.name.rawValue) == ["", "B", "a", "b", "é"])
  }

  @Test(arguments: [3, 40])
  func `of a repeated name the last pair stays`(_ count: Int) {
    let pairs = (0..<count).map { ("k\($0 % 2)", JSONValue.integer(Int64($0))) }
    let object = JSONObject(pairs)
    #expect(object.count == 2)
    #expect(object["k0"] == .integer(Int64(count - 1 - (count - 1) % 2)))
  }

  @Test func `distinct members are refused when a name occurs twice`() {
    let member = JSONObject.Member(name: "a", value: 1)
    #expect(JSONObject(distinct: [member]) != nil)
    #expect(JSONObject(distinct: [member, member]) == nil)
  }

  @Test func `setting, replacing and removing keep the order`() {
    var object = JSONObject()
    for name in ["m", "z", "a"] { object[name] = .string(name) }
    object["m"] = 1
    object["z"] = Optional<JSONValue>.none
    object["absent"] = Optional<JSONValue>.none
    #expect(object == ["a": "a", "m": 1])
  }

  @Test func `equality sees every type and byte`() {
    let values: [JSONValue] = [
      nil, true, false, 0, 0.0, -0.0, "", "0", "\u{E9}", "e\u{301}", [], [nil], [:], ["a": nil],
    ]
    for (index, value) in values.enumerated() {
      for (otherIndex, other) in values.enumerated() {
        #expect((value == other) == (index == otherIndex))
      }
    }
    #expect(Set(values).count == values.count)
  }

  @Test func `nulls leave objects at every depth and stay inside arrays`() {
    let object: JSONObject = [
      "a": nil, "b": [nil, ["c": nil, "d": 1]], "e": ["f": ["g": nil]], "h": [],
    ]
    #expect(object.withoutNullMembers == ["b": [nil, ["d": 1]], "e": ["f": [:]], "h": []])
    let plain: JSONObject = ["a": [nil], "b": [:]]
    #expect(plain.withoutNullMembers == plain)
  }
}
