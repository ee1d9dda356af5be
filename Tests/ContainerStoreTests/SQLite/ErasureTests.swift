import ContainerStore
import Foundation
import Notifications
import Testing

@Suite("Personal text on the disk")
struct ErasureTests {
  /// Text that is nowhere but where it was put.
  private static let secret = "Treffen um acht am Hafen"

  @Test("once a delivery is settled, no file of the container holds its text")
  func settled() throws {
    let folder = try TemporaryFolder()
    let container = try SQLiteContainer(folder: folder.path)
    let bench = try ContainerBench { _, _, _ in container }
    let claim = try #require(
      try container.claim(
        bench.delivery(text: Self.secret), for: .response,
        lease: Lease(owner: .current, seconds: 35)
      ).claim)
    let step = RecordedStep(
      ordinal: 0, name: "host.f", arguments: Array(Self.secret.utf8),
      answer: Array(Self.secret.utf8))
    #expect(try container.record(step, claim: claim))
    let committed = try bench.commit(
      claim, entries: [bench.reply("1", text: Self.secret)], outcome: Self.secret)
    #expect(committed.isCommitted)
    // It is there before; otherwise this test would show nothing.
    #expect(try folder.contents().range(of: Data(Self.secret.utf8)) != nil)
    try bench.record(.sent, of: bench.takeDue()[0])
    try container.suspend()
    #expect(try folder.contents().range(of: Data(Self.secret.utf8)) == nil)
  }

  @Test("an ending without effects erases the text of its response")
  func ended() throws {
    let folder = try TemporaryFolder()
    let container = try SQLiteContainer(folder: folder.path)
    let bench = try ContainerBench { _, _, _ in container }
    let claim = try #require(
      try container.claim(
        bench.delivery(text: Self.secret), for: .response,
        lease: Lease(owner: .current, seconds: 35)
      ).claim)
    #expect(try container.finish(claim))
    try container.suspend()
    #expect(try folder.contents().range(of: Data(Self.secret.utf8)) == nil)
  }

  @Test("what the log held is gone after a prune, though another process has the container open")
  func log() throws {
    let folder = try TemporaryFolder()
    let bench = try ContainerBench { environment, _, _ in
      try SQLiteContainer(folder: folder.path, environment: environment)
    }
    #expect(try bench.other.pending().isEmpty)
    let claim = try bench.claim()
    let committed = try bench.commit(
      claim, entries: [bench.reply("1", text: Self.secret)], outcome: Self.secret)
    #expect(committed.isCommitted)
    try bench.record(.sent, of: bench.takeDue()[0])
    #expect(try folder.contents().range(of: Data(Self.secret.utf8)) != nil)
    try bench.container.prune(now: ContainerBench.now, keep: Retention())
    #expect(try folder.contents().range(of: Data(Self.secret.utf8)) == nil)
    #expect(try bench.other.state(of: claim.key) != nil)
  }

  @Test("erasing a plugin leaves none of its values and files on the disk")
  func erased() throws {
    let folder = try TemporaryFolder()
    let container = try SQLiteContainer(folder: folder.path)
    let bench = try ContainerBench { _, _, _ in container }
    for space in [ContainerBench.own, ContainerBench.protected] {
      try bench.write(.string(Self.secret), "key", in: space)
      try bench.write(.string(Self.secret + Self.secret), "key", in: space)
    }
    let file = FileKey("file", of: ContainerBench.plugin)
    #expect(try bench.commit(nil, files: [file: .write(Array(Self.secret.utf8))]).isCommitted)
    try container.erase(plugin: ContainerBench.plugin)
    try container.suspend()
    #expect(try folder.contents().range(of: Data(Self.secret.utf8)) == nil)
  }
}
