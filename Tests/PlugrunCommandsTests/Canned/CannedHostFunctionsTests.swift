import Notifications
import Testing

@testable import PlugrunCommands

@Suite("Canned host functions")
struct CannedHostFunctionsTests {
  private func read(_ text: String, lenient: Bool = false) throws -> CannedHostFunctions {
    try CannedHostFunctions(Array(text.utf8), lenient: lenient)
  }

  @Test("answer a value, a failure, or either after a while")
  func answers() throws {
    let functions = try read(
      """
      {"crm.lookup": {"return": {"tier": "gold"}}, "slow": {"delay": 2, "return": null},
       "broken": {"error": "no connection"}}
      """)
    #expect(
      functions.answers == [
        "crm.lookup": .init(value: ["tier": "gold"]),
        "slow": .init(value: .some(.null), delay: 2),
        "broken": .init(failure: "no connection"),
      ])
  }

  @Test(
    "that are not understood are refused with place and cure",
    arguments: [
      ("[]", "must be an object of functions by name, is an array"),
      ("{\"f\": 1}", "f: must be an object, is an integer"),
      ("{\"f\": {}}", "f.return: \"return\" is required; add it"),
      (
        "{\"f\": {\"return\": 1, \"error\": \"x\"}}",
        "f.error: a function answers \"return\" or \"error\", not both"
      ),
      ("{\"f\": {\"retrun\": 1}}", "f.retrun: unknown key \"retrun\"; did you mean \"return\"?"),
      ("{\"f\": {\"return\": 1, \"delay\": -1}}", "f.delay: must be 0 to 3600 seconds"),
    ])
  func refused(_ text: String, _ sentence: String) {
    let error = #expect(throws: JSONError.self) { try read(text) }
    #expect(error?.description == sentence)
  }
}

@Suite("A canned device")
struct CannedDeviceTests {
  @Test("is unlocked by a person who authenticates, and stays so")
  func granted() async {
    let device = CannedDevice(isLocked: true, answer: .granted)
    #expect(!device.isUnlocked)
    #expect(await device.authenticate(reason: nil) == .granted)
    #expect(device.isUnlocked)
  }

  @Test("stays locked where the person refuses")
  func refused() async {
    let device = CannedDevice(isLocked: true, answer: .refused)
    #expect(await device.authenticate(reason: "why") == .refused)
    #expect(!device.isUnlocked)
  }
}
