import CSQLite
import ContainerStore
import Foundation
import Notifications
import Testing

@Suite("Processes that share a container", .serialized)
struct SharedContainerTests {
  /// Read-modify-writes a process: few enough for every run, or for the long one.
  static let writes = ProcessInfo.processInfo.environment["PLUGRUN_LONG"] == "1" ? 500 : 100

  @Test("four processes that read, work, add one and write lose nothing and are never beaten")
  func lostUpdates() throws {
    let folder = try TemporaryFolder()
    let drivers = try (0..<4).map { _ in
      try Driver("count", folder.path, "\(Self.writes)", "200", "2000")
    }
    for driver in drivers {
      let report = try driver.wait()
      #expect(report.hasPrefix("done \(Self.writes) "), "\(report)")
    }
    let container = try SQLiteContainer(folder: folder.path)
    #expect(
      try container.value("count", in: .shared("counts"))?.value
        == .integer(Int64(4 * Self.writes)))
  }

  @Test("of two writers the slower one gets its share")
  func fairness() throws {
    let folder = try TemporaryFolder()
    let drivers = try (0..<2).map { _ in
      try Driver("count", folder.path, "\(Self.writes)", "0", "50")
    }
    let seconds = try drivers.map { driver in
      let words = try driver.wait().split(whereSeparator: \.isWhitespace)
      return try #require(words.last.flatMap { Double($0) })
    }
    // Both do the same number: who was held back needs longer.
    let share = (seconds.min() ?? 0) / ((seconds.min() ?? 0) + (seconds.max() ?? 0))
    #expect(share >= 0.3, "\(seconds)")
  }

  @Test("waiting for the write lock is bounded, and then it is said who must give way")
  func boundedWait() throws {
    let folder = try TemporaryFolder()
    let container = try SQLiteContainer(folder: folder.path)
    let holder = try RawDatabase("\(folder.path)/container.sqlite")
    try holder.execute("BEGIN IMMEDIATE")
    let start = Date()
    let error = #expect(throws: ContainerError.self) { try set(1, in: container) }
    let seconds = Date().timeIntervalSince(start)
    #expect(error?.code == .busy)
    #expect(error?.description.contains("container.sqlite locked for 2.0 s") == true)
    #expect(seconds > 1.9 && seconds < 4)
    // Reading goes on meanwhile.
    #expect(try container.value("key", in: .shared("s")) == nil)
    try holder.execute("COMMIT")
    try set(1, in: container)
  }

  @Test("a waiting writer does not keep other threads from reading")
  func readersDoNotWait() throws {
    let folder = try TemporaryFolder()
    let container = try SQLiteContainer(folder: folder.path)
    try set(1, in: container)
    let holder = try RawDatabase("\(folder.path)/container.sqlite")
    try holder.execute("BEGIN IMMEDIATE")
    let writer = Thread { _ = try? self.set(2, in: container) }
    writer.start()
    Thread.sleep(forTimeInterval: 0.05)
    let start = Date()
    for _ in 0..<20 { #expect(try container.value("key", in: .shared("s"))?.value == 1) }
    #expect(Date().timeIntervalSince(start) < 1)
    try holder.execute("COMMIT")
  }

  #if os(Linux)
    @Test("after suspend() the system's list of locks has none of the container's")
    func suspendLeavesNoLock() throws {
      let folder = try TemporaryFolder()
      let container = try SQLiteContainer(folder: folder.path)
      try set(1, in: container)
      let protected = StoredKey("key", in: .protected(plugin: "plugin"))
      _ = try container.commit(
        Transaction(claim: nil, now: ContainerBench.now, writes: [protected: .set(1)])
      ) { _ in [] }
      // An idle connection holds shared locks; without them this test would show nothing.
      #expect(try SystemLocks.held(in: folder) > 0)
      try container.suspend()
      #expect(try SystemLocks.held(in: folder) == 0)
      #expect(try SystemLocks.openFiles(in: folder).isEmpty)
      #expect(try container.value("key", in: .shared("s"))?.value == 1)
      #expect(try SystemLocks.held(in: folder) > 0)
    }

    @Test("between calls no write lock and no read transaction is held")
    func idleHoldsNoTransaction() throws {
      let folder = try TemporaryFolder()
      let container = try SQLiteContainer(folder: folder.path)
      try set(1, in: container)
      _ = try container.keys(in: .shared("s"), prefix: "")
      // A log that can be cut to nothing is read by nobody.
      let other = try RawDatabase("\(folder.path)/container.sqlite")
      #expect(try other.row("PRAGMA wal_checkpoint(TRUNCATE)") == [0, 0, 0])
    }
  #endif

  @discardableResult
  private func set(_ value: JSONValue, in container: SQLiteContainer) throws -> CommitResult {
    let key = StoredKey("key", in: .shared("s"))
    return try container.commit(
      Transaction(claim: nil, now: ContainerBench.now, writes: [key: .set(value)])
    ) { _ in [] }
  }
}
