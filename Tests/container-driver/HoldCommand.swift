import ContainerStore
import Notifications

/// `hold FOLDER PLUGIN REQUEST`: claims one response and waits to be killed.
struct HoldCommand {
  private let words: Words

  init(_ arguments: [String]) {
    words = Words(arguments)
  }

  func run() throws {
    let container = try SQLiteContainer(folder: words.text(1))
    let now = try Timestamp(milliseconds: 1_767_268_800_000)
    let request = Identifier(try words.text(3))
    let delivery = Delivery(
      key: DeliveryKey(request: request, date: now, action: "reply", userText: nil),
      plugin: Identifier(try words.text(2)), category: "message", action: "reply",
      handler: "reply.lua", request: request, date: now, response: [], recordedAt: now)
    let result = try container.claim(
      delivery, for: .response, lease: Lease(owner: .current, seconds: 3600))
    guard case .claimed = result else { throw DriverError("not claimed: \(result)") }
    print("claimed")
    fflushOutput()
    while true { ContainerEnvironment.system.sleep(1) }
  }
}
