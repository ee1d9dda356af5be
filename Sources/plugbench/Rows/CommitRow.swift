import ContainerStore
import Notifications

/// A claim and a commit of one small write and an outcome, against the same transactions by hand.
enum CommitRow {
  private static let batch = 20
  private static let plugin: Identifier = "com.example.bench"
  private static let count = StoredKey("count", in: .own(plugin: plugin))
  /// As long as the outcome of the sample response.
  private static let outcome = Array(
    """
    {"kind":"completed","result":"success","badge":null,"notifications":[],"replies":[],\
    "invocation":"00000000000000000000000000000000","runs":1}
    """.utf8)

  static let row = Row(
    id: "commit", goal: 1.5, unit: .ratio,
    summary: "a committed invocation's storage against the same SQLite work in C"
  ) { seconds in
    let ours = try TemporaryFolder()
    let theirs = try TemporaryFolder()
    let container = try SQLiteContainer(folder: ours.path)
    // Makes the tables that C then works on.
    let reader = try SQLiteContainer(folder: theirs.path)
    let floor = try ContainerFloor(folder: theirs.path)
    let response = SampleResponse().bytes
    let date = Timestamp(wholeSeconds: 1_772_474_700)
    var number = 0
    var floorNumber = 0
    let measurement = try await Pairs.ratio(seconds: seconds) {
      for _ in 0..<batch {
        number += 1
        try invoke(number, on: container, response: response, date: date)
      }
    } to: {
      for _ in 0..<batch {
        floorNumber += 1
        try floor.invoke(floorNumber, response: response, outcome: outcome)
      }
    }
    try check(floor, through: reader, number: floorNumber)
    return measurement
  }

  private static func invoke(
    _ number: Int, on container: SQLiteContainer, response: [UInt8], date: Timestamp
  ) throws {
    let request = Identifier("message-\(number)")
    let delivery = Delivery(
      key: DeliveryKey(request: request, date: date, action: "reply", userText: "on my way"),
      plugin: plugin, category: "message", action: "reply", handler: "reply.lua", request: request,
      date: date, response: response, recordedAt: date)
    let lease = Lease(owner: .current, seconds: 35)
    guard case .claimed(let claim) = try container.claim(delivery, for: .response, lease: lease)
    else { throw BenchFailure("the delivery was not claimed") }
    let transaction = Transaction(
      claim: claim, now: date, writes: [count: .set(.integer(Int64(number)))])
    guard case .committed = try container.commit(transaction, outcome: { _ in outcome }) else {
      throw BenchFailure("the invocation was not committed")
    }
  }

  /// What was written by hand must be what the product reads, or the work was not the same.
  private static func check(
    _ floor: ContainerFloor, through container: SQLiteContainer, number: Int
  ) throws {
    guard let key = floor.lastKey, case .committed(let stored) = try container.state(of: key),
      stored.outcome == outcome, stored.entries.isEmpty,
      case .integer(Int64(number)) = try container.value(count.key, in: count.space)?.value
    else { throw BenchFailure("the product does not read what C has committed") }
  }
}
