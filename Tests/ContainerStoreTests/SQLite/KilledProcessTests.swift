import ContainerStore
import Foundation
import Notifications
import Testing

@Suite("Processes that are killed", .serialized)
struct KilledProcessTests {
  /// How many times two processes are killed: few enough for every run, or for the long one.
  static let kills = ProcessInfo.processInfo.environment["PLUGRUN_LONG"] == "1" ? 200 : 40

  @Test("after kills at random instants, each response took effect exactly once and all agree")
  func killAtRandom() throws {
    let folder = try TemporaryFolder()
    let server = "\(folder.path)/server"
    var first = 0
    for round in 0..<Self.kills {
      let drivers = try [0, 1].map { index in
        try Driver("invoke", folder.path, server, "\(first + index * 100_000)")
      }
      Thread.sleep(forTimeInterval: Double.random(in: 0.004..<0.03))
      for driver in drivers.shuffled() {
        driver.kill()
        #expect(driver.complaint == nil, "round \(round)")
      }
      first += 1_000_000
    }
    let report = try Driver("recover", folder.path, server).wait()
    try check(folder, server: server)
    print("killed \(2 * Self.kills) processes; \(report)", terminator: "")
  }

  private func check(_ folder: TemporaryFolder, server: String) throws {
    let container = try SQLiteContainer(folder: folder.path, opening: .existing)
    #expect(try container.pending().isEmpty)
    #expect(try container.outbox().isEmpty)
    let committed = try committedRequests(container)
    try #require(!committed.isEmpty, "no response was handled before its process was killed")
    let count = JSONValue.integer(Int64(committed.count))
    #expect(try container.value("count", in: .shared("counts"))?.value == count)
    for key: Identifier in ["a", "b", "n"] {
      #expect(try container.value(key, in: .own(plugin: "plugin"))?.value == count, "\(key)")
    }
    for key: Identifier in ["c", "m"] {
      #expect(try container.value(key, in: .protected(plugin: "plugin"))?.value == count, "\(key)")
    }
    #expect(try container.file("file", of: "plugin")?.value == Array("\(committed.count)".utf8))
    // Every reply arrived; what arrived twice is the same.
    let lines = try String(contentsOfFile: server, encoding: .utf8).split(separator: "\n")
    var received: [Substring: Substring] = [:]
    for line in lines {
      let parts = line.split(separator: " ")
      try #require(parts.count == 3)
      if let earlier = received[parts[1]] { #expect(earlier == parts[2]) }
      received[parts[1]] = parts[2]
    }
    #expect(Set(received.keys.map(String.init)) == committed)
    // Each committed count belongs to one reply.
    #expect(Set(received.values.compactMap { Int($0) }) == Set(1...committed.count))
  }

  private func committedRequests(_ container: SQLiteContainer) throws -> Set<String> {
    var requests: Set<String> = []
    for round in 0..<Self.kills {
      for start in [round * 1_000_000, round * 1_000_000 + 100_000] {
        var number = start
        while true {
          let request = "request-\(number)"
          let key = DeliveryKey(
            request: Identifier(request), date: ContainerBench.now, action: "reply", userText: nil)
          guard let state = try container.state(of: key) else { break }
          if case .committed = state { requests.insert(request) }
          number += 1
        }
      }
    }
    return requests
  }

  @Test("a killed owner is known to be gone at once, though its lease is an hour long")
  func goneOwner() throws {
    let folder = try TemporaryFolder()
    let driver = try Driver("hold", folder.path, "plugin", "request")
    #expect(driver.firstLine() == "claimed\n")
    let container = try SQLiteContainer(folder: folder.path)
    #expect(try container.recoverable().isEmpty)
    #expect(try container.pending().first.map { $0.leaseSeconds > 3500 } == true)
    driver.kill()
    let found = try #require(try container.recoverable().first)
    #expect(found.delivery.request == "request")
    let result = try container.claim(
      found.delivery, for: .recovery(attempt: found.attempt),
      lease: Lease(owner: .current, seconds: 35))
    #expect(result.claim?.start == .takeover)
  }

  @Test("a process that merely has the identifier of a former owner is not taken for it")
  func reusedIdentifier() throws {
    let me = ProcessIdentity.current
    let liveness = ContainerEnvironment.system.liveness
    #expect(liveness(me) == .running)
    var former = me
    former.startTime -= 1
    #expect(liveness(former) == .gone)
    var elsewhere = me
    elsewhere.bootID = "another boot"
    #expect(liveness(elsewhere) == .gone)
    elsewhere.bootID = ""
    #expect(liveness(elsewhere) == .unknown)
  }
}
