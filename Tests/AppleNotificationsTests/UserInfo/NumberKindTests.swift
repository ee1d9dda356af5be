import Testing

@testable import AppleNotifications

@Suite struct NumberKindTests {
  @Test(arguments: [
    ("c", true, NumberKind.boolean), ("B", false, .boolean),
    // An Int8 has a boolean's encoding, and is none.
    ("c", false, .integer), ("s", false, .integer), ("i", false, .integer),
    ("l", false, .integer), ("q", false, .integer),
    ("C", false, .unsignedInteger), ("S", false, .unsignedInteger), ("I", false, .unsignedInteger),
    ("L", false, .unsignedInteger), ("Q", false, .unsignedInteger),
    ("f", false, .float), ("d", false, .float),
    // A boolean's class does not make a float a boolean.
    ("d", true, .float),
  ])
  func `the type that a number was made with decides its kind`(
    encoding: Character, isBooleanClass: Bool, kind: NumberKind
  ) {
    #expect(NumberKind(encoding: encoding, isBooleanClass: isBooleanClass) == kind)
  }

  @Test(arguments: ["*", "@", "{", "v"] as [Character])
  func `an encoding of something else is no number`(encoding: Character) {
    #expect(NumberKind(encoding: encoding, isBooleanClass: false) == nil)
  }
}
