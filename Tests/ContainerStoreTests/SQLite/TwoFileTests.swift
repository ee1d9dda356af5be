import ContainerStore
import Foundation
import Notifications
import Testing

/// A process that is killed between the commits of the two files leaves pending rows whose token the
/// main file does not have. Here the token is taken out of it, which comes to the same.
@Suite("The two files of a container")
struct TwoFileTests {
  private static let space = ContainerBench.protected

  private struct Fixture {
    let folder: TemporaryFolder
    let bench: ContainerBench
    let main: RawDatabase
    let protected: RawDatabase

    init(limits: ContainerLimits = ContainerLimits()) throws {
      let folder = try TemporaryFolder()
      self.folder = folder
      bench = try ContainerBench(limits: limits) { environment, limits, _ in
        var options = SQLiteContainer.Options()
        options.limits = limits
        return try SQLiteContainer(folder: folder.path, options: options, environment: environment)
      }
      try bench.write("old", "changed", in: space)
      try bench.write("old", "removed", in: space)
      try bench.write("old", "kept", in: space)
      let changes: [StoredKey: Write] = [
        StoredKey("changed", in: space): .set("new"), StoredKey("removed", in: space): .remove,
        StoredKey("added", in: space): .set("new"),
      ]
      guard try bench.commit(nil, writes: changes).isCommitted else {
        throw UnexpectedAnswer("not committed")
      }
      main = try RawDatabase("\(folder.path)/container.sqlite")
      protected = try RawDatabase("\(folder.path)/protected.sqlite")
    }

    func undo() throws {
      try main.execute("DELETE FROM decided")
    }

    var pendingRows: Int { get throws { try protected.row("SELECT count(*) FROM pending")[0] } }
  }

  @Test("a decided change counts as written before it is folded in")
  func decided() throws {
    let fixture = try Fixture()
    #expect(try fixture.pendingRows == 3)
    let bench = fixture.bench
    #expect(try bench.value("changed", in: Self.space) == "new")
    #expect(try bench.value("removed", in: Self.space) == nil)
    #expect(try bench.value("added", in: Self.space) == "new")
    #expect(
      try bench.other.keys(in: Self.space, prefix: "") == ["added", "changed", "kept"])
    #expect(try bench.other.keys(in: Self.space, prefix: "c") == ["changed"])
    #expect(try bench.other.spaces() == [Self.space])
  }

  @Test("an undecided change never happened, to readers, commits and quotas")
  func undecided() throws {
    let fixture = try Fixture()
    let bench = fixture.bench
    let reads = try bench.reading("changed", "removed", "added", in: Self.space)
    try fixture.undo()
    #expect(try bench.value("changed", in: Self.space) == "old")
    #expect(try bench.value("removed", in: Self.space) == "old")
    #expect(try bench.value("added", in: Self.space) == nil)
    #expect(
      try bench.other.keys(in: Self.space, prefix: "") == ["changed", "kept", "removed"])
    #expect(try bench.commit(nil, reads: reads).isConflict)
    let again = try bench.reading("changed", "removed", "added", in: Self.space)
    #expect(
      try bench.commit(
        nil, reads: again, writes: [StoredKey("later", in: Self.space): .set(1)]
      ).isCommitted)
    #expect(try fixture.pendingRows == 1)
    #expect(
      try bench.other.keys(in: Self.space, prefix: "") == ["changed", "kept", "later", "removed"])
  }

  @Test("what was read while a change was pending is current after it was folded in")
  func folding() throws {
    let fixture = try Fixture()
    let bench = fixture.bench
    let reads = try bench.reading("changed", "removed", "added", in: Self.space)
    try bench.write(1, "later", in: Self.space)
    #expect(try fixture.pendingRows == 1)
    #expect(try bench.container.isCurrent(reads))
    #expect(try bench.value("changed", in: Self.space) == "new")
    #expect(try bench.value("removed", in: Self.space) == nil)
  }

  @Test("a conflict or a refusal leaves neither pending rows nor a token")
  func refused() throws {
    let fixture = try Fixture(limits: ContainerLimits(valueBytes: 20))
    let bench = fixture.bench
    var reads = ReadSet()
    reads.values[StoredKey("kept", in: Self.space)] = .some(nil)
    let write: [StoredKey: Write] = [StoredKey("kept", in: Self.space): .set("new")]
    #expect(try bench.commit(nil, reads: reads, writes: write).isConflict)
    let long = JSONValue.string(String(repeating: "x", count: 30))
    #expect(
      try bench.commit(nil, writes: [StoredKey("kept", in: Self.space): .set(long)]).refusal != nil)
    #expect(try bench.value("kept", in: Self.space) == "old")
    #expect(try bench.value("changed", in: Self.space) == "new")
  }

  @Test("the bytes of a space are counted right over folded and dropped changes")
  func sizes() throws {
    let fixture = try Fixture()
    let bench = fixture.bench
    try fixture.undo()
    try bench.write("new", "added", in: Self.space)
    try bench.write("newer", "added", in: Self.space)
    try bench.write(1, "last", in: Self.space)
    try bench.write(2, "last", in: Self.space)
    let counted = try fixture.protected.row(
      """
      SELECT spaces.bytes + (SELECT sum(growth) FROM pending),
        (SELECT sum(length(key) + length(value)) FROM stored) FROM spaces
      """)
    // The last change keeps the size of its value.
    #expect(counted[0] == counted[1])
  }

  @Test("a locked device keeps decided changes until it is unlocked")
  func lockedBetween() throws {
    let fixture = try Fixture()
    let bench = fixture.bench
    bench.system.setLocked(true)
    for number: Int64 in 0..<5 { try bench.write(.integer(number), "open") }
    bench.system.setLocked(false)
    #expect(try bench.value("changed", in: Self.space) == "new")
    try bench.write(1, "later", in: Self.space)
    #expect(try bench.value("changed", in: Self.space) == "new")
  }
}
