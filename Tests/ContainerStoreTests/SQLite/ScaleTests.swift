import ContainerStore
import Notifications
import Testing

@Suite("A container that holds much")
struct ScaleTests {
  @Test("nothing that a response needs looks through a table")
  func noScans() throws {
    let folder = try TemporaryFolder()
    let container = try SQLiteContainer(folder: folder.path)
    let bench = try ContainerBench { _, _, _ in container }
    let lease = Lease(owner: .current, seconds: 35)
    // Enough of everything that a look through it would show.
    for number in 0..<30 {
      for space in [Space.shared(Identifier("space-\(number)")), ContainerBench.own] {
        try bench.write(1, Identifier("key-\(number)"), in: space)
      }
      try bench.write(1, Identifier("key-\(number)"), in: ContainerBench.protected)
      #expect(try bench.writeFile(Identifier("file-\(number)"), 10).isCommitted)
      let claim = try #require(
        try container.claim(bench.delivery("waiting \(number)"), for: .response, lease: lease).claim
      )
      let entries = [
        bench.reply("first \(number)", to: "chat"),
        bench.reply("second \(number)", to: Identifier("chat \(number)")),
      ]
      #expect(try bench.commit(claim, entries: entries).isCommitted)
    }
    // The work of one response from its claim to the last reply.
    let claim = try #require(
      try container.claim(bench.delivery(), for: .response, lease: lease).claim)
    #expect(try container.record(step(0), claim: claim))
    #expect(try container.steps(of: claim).count == 1)
    #expect(try container.extend(claim, lease: lease))
    _ = try container.stageNow(
      bench.reply("now", to: "chat now"), claim: claim, now: ContainerBench.now)
    var reads = try bench.reading("key-3", "absent")
    reads.keyQueries[.init("key-2", in: ContainerBench.own)] = try container.keys(
      in: ContainerBench.own, prefix: "key-2")
    reads.fileQueries[.init("file-2", of: ContainerBench.plugin)] = try container.fileNames(
      of: ContainerBench.plugin, prefix: "file-2")
    _ = try container.takeTurn(for: reads.turnKeys, claim: claim, seconds: 0.1, waitingSeconds: 0)
    bench.system.advance(bySeconds: 1)
    let result = try bench.commit(
      claim, reads: reads,
      writes: [
        StoredKey("key-3", in: ContainerBench.own): .set(2),
        StoredKey("key-4", in: ContainerBench.own): .increment(by: .integer(1)),
        StoredKey("key-5", in: ContainerBench.own): .remove,
      ],
      files: [FileKey("file-1", of: ContainerBench.plugin): .remove],
      entries: [bench.reply("mine", to: "chat")])
    #expect(result.isCommitted)
    for entry in try bench.takeDue(only: [EntryID("now"), EntryID("mine")], process: 1) {
      try bench.record(.sent, of: entry)
    }
    for entry in try bench.takeDue(limit: 5) {
      try bench.record(.retry(reason: "500", notBefore: nil), of: entry)
    }
    for entry in try bench.takeDue(limit: 5, ignoringBackoff: true) {
      try bench.record(.rejected(reason: "403"), of: entry)
    }
    for reply in try container.undelivered() { try container.handedOver(reply.reply.id) }
    _ = try container.nextDue()
    _ = try container.recoverable()
    #expect(
      try container.finish(
        try #require(
          try container.claim(bench.delivery("last"), for: .response, lease: lease).claim)))
    let scans = try container.scans().filter { $0.value > 8 }
    #expect(scans.isEmpty, "\(scans)")
    // The listing of everything does look through it: the measure works.
    _ = try container.outbox()
    #expect(try container.scans().values.contains { $0 > 30 })
  }

  private func step(_ ordinal: Int) -> RecordedStep {
    RecordedStep(ordinal: ordinal, name: "host.f", arguments: [], answer: [])
  }
}
