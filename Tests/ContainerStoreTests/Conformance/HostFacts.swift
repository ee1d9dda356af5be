import ContainerStore
import Foundation
import Notifications
import Synchronization
import Testing

extension ContainerFact {
  static let hostSide = [
    ContainerFact("the host's writes conflict with a script's reads") { bench throws in
      try bench.write(1, "session", in: ContainerBench.shared)
      let reads = try bench.reading("session", in: ContainerBench.shared)
      let claim = try bench.claim()
      try bench.write(2, "session", in: ContainerBench.shared)
      #expect(try bench.commit(claim, reads: reads).isConflict)
    },
    ContainerFact("an observer is told of the keys that were committed, and of no others") {
      bench throws in
      let seen = Mutex<[StoredKey]>([])
      bench.container.observe { keys in seen.withLock { $0 += keys } }
      try bench.write(1, "a")
      #expect(seen.withLock { $0 } == [StoredKey("a", in: ContainerBench.own)])
      var reads = ReadSet()
      reads.values[StoredKey("a", in: ContainerBench.own)] = .some(nil)
      #expect(
        try bench.commit(
          nil, reads: reads, writes: [StoredKey("b", in: ContainerBench.own): .set(1)]
        ).isConflict)
      #expect(seen.withLock { $0.count } == 1)
      bench.container.observe(nil)
      try bench.write(1, "a")
      #expect(seen.withLock { $0.count } == 1)
    },
    ContainerFact("an observer is told of a late commit as directly as of the first") {
      bench throws in
      // How deep the stack is in the observer: a closure that is wrapped anew at each commit goes
      // deeper each time.
      let depths = Mutex<Set<Int>>([])
      bench.container.observe { _ in
        let depth = Thread.callStackReturnAddresses.count
        depths.withLock { _ = $0.insert(depth) }
      }
      for number: Int64 in 1...50 { try bench.write(.integer(number), "a") }
      #expect(depths.withLock { $0.count } == 1)
    },
    ContainerFact("erasing a plugin removes what is its own, and nothing else") { bench throws in
      let another: Identifier = "another"
      for plugin in [ContainerBench.plugin, another] {
        try bench.write(1, "a", in: .own(plugin: plugin))
        try bench.write(1, "a", in: .protected(plugin: plugin))
        #expect(
          try bench.commit(nil, files: [FileKey("f", of: plugin): .write([1])]).isCommitted)
        #expect(
          try bench.commit(
            bench.claim("done \(plugin)", plugin: plugin), entries: [bench.reply("\(plugin)")]
          ).isCommitted)
      }
      try bench.write(1, "a", in: ContainerBench.shared)
      let running = try bench.claim("running")
      #expect(try bench.other.plugins() == [another, ContainerBench.plugin].sorted())
      try bench.container.erase(plugin: ContainerBench.plugin)
      #expect(try bench.other.plugins() == [another])
      #expect(
        Set(try bench.other.spaces())
          == [.own(plugin: another), .protected(plugin: another), ContainerBench.shared])
      #expect(try bench.other.fileNames(of: ContainerBench.plugin, prefix: "").isEmpty)
      #expect(try bench.other.fileNames(of: another, prefix: "") == ["f"])
      #expect(try bench.other.outbox().names == ["another"])
      #expect(
        try bench.other.takeDue(
          now: ContainerBench.now, only: nil, limit: 9, lease: bench.system.lease(),
          ignoringBackoff: false
        ).names == ["another"])
      #expect(try bench.commit(running).isLeaseLost)
      #expect(try bench.claim("done \(ContainerBench.plugin)").start == .first)
    },
    ContainerFact("a plugin is known by anything that is kept of it, and by nothing shared") {
      bench throws in
      try bench.write(1, "a", in: .own(plugin: "own"))
      try bench.write(1, "a", in: .protected(plugin: "protected"))
      try bench.write(1, "a", in: .shared("shared"))
      _ = try bench.commit(nil, files: [FileKey("f", of: "files"): .write([1])])
      _ = try bench.claim("running", plugin: "responses")
      #expect(try bench.other.plugins() == ["files", "own", "protected", "responses"])
    },
    ContainerFact("what waits behind an erased reply is delivered") { bench throws in
      #expect(try bench.commit(bench.claim("a"), entries: [bench.reply("1")]).isCommitted)
      #expect(
        try bench.commit(bench.claim("b", plugin: "another"), entries: [bench.reply("2")])
          .isCommitted)
      #expect(try bench.takeDue().names == ["1"])
      try bench.container.erase(plugin: ContainerBench.plugin)
      #expect(try bench.takeDue().names == ["2"])
    },
    ContainerFact("erasing all leaves nothing, and old reads do not match what is new") {
      bench throws in
      try bench.write(1, "a")
      try bench.write(1, "b", in: ContainerBench.protected)
      let reads = try bench.reading("a")
      #expect(try bench.commit(bench.claim(), entries: [bench.reply("1")]).isCommitted)
      try bench.container.eraseAll()
      #expect(try bench.other.spaces().isEmpty)
      #expect(try bench.other.outbox().isEmpty)
      #expect(try bench.other.state(of: bench.delivery().key) == nil)
      try bench.write(1, "a")
      #expect(try bench.commit(nil, reads: reads).isConflict)
    },
    ContainerFact("an erased space is empty for its quota", limits: ContainerLimits(spaceBytes: 20))
    {
      bench throws in
      for _ in 0..<3 {
        try bench.write("1234567890", "key")
        try bench.container.erase(plugin: ContainerBench.plugin)
      }
    },
    ContainerFact("the container goes on after it was suspended") { bench throws in
      try bench.write(1, "a")
      let claim = try bench.claim()
      try bench.container.suspend()
      try bench.container.suspend()
      #expect(try bench.value("a") == 1)
      #expect(
        try bench.commit(claim, writes: [StoredKey("b", in: ContainerBench.protected): .set(2)])
          .isCommitted)
      try bench.other.suspend()
      #expect(try bench.other.value("b", in: ContainerBench.protected)?.value == 2)
    },
  ]

  static let locked = [
    ContainerFact("while the device is locked the protected space answers locked, never absent") {
      bench throws in
      let space = ContainerBench.protected
      try bench.write(1, "secret", in: space)
      try bench.write(1, "open")
      let reads = try bench.reading("secret", in: space)
      bench.system.setLocked(true)
      var query = ReadSet()
      query.keyQueries[.init("", in: space)] = ["secret"]
      let calls: [(String, () throws -> Void)] = [
        ("value", { _ = try bench.container.value("secret", in: space) }),
        ("absent value", { _ = try bench.container.value("?", in: space) }),
        ("keys", { _ = try bench.container.keys(in: space, prefix: "") }),
        ("isCurrent", { _ = try bench.container.isCurrent(reads) }),
        ("write", { _ = try bench.commit(nil, writes: [StoredKey("secret", in: space): .set(2)]) }),
        (
          "remove", { _ = try bench.commit(nil, writes: [StoredKey("secret", in: space): .remove]) }
        ),
        ("read set", { _ = try bench.commit(nil, reads: reads) }),
        ("query", { _ = try bench.commit(nil, reads: query) }),
        ("erase", { try bench.container.erase(plugin: ContainerBench.plugin) }),
        ("erase all", { try bench.container.eraseAll() }),
      ]
      for (name, call) in calls {
        let error = #expect(throws: ContainerError.self, "\(name)") { try call() }
        #expect(error?.code == .locked, "\(name)")
      }
      #expect(try bench.value("open") == 1)
      #expect(try bench.container.spaces() == [ContainerBench.own])
      bench.system.setLocked(false)
      #expect(try bench.value("secret", in: space) == 1)
    },
    ContainerFact("a commit with a protected write that meets the lock applies nothing") {
      bench throws in
      let claim = try bench.claim()
      bench.system.setLocked(true)
      let error = #expect(throws: ContainerError.self) {
        try bench.commit(
          claim,
          writes: [
            StoredKey("a", in: ContainerBench.own): .set(1),
            StoredKey("b", in: ContainerBench.protected): .set(1),
          ], entries: [bench.reply("1")])
      }
      #expect(error?.code == .locked)
      #expect(try bench.value("a") == nil)
      #expect(try bench.container.outbox().isEmpty)
      #expect(try bench.container.finish(claim))
    },
    ContainerFact("everything but the protected space works while the device is locked") {
      bench throws in
      bench.system.setLocked(true)
      let claim = try bench.claim()
      #expect(
        try bench.commit(
          claim, writes: [StoredKey("a", in: ContainerBench.own): .set(1)],
          entries: [bench.reply("1")]
        ).isCommitted)
      try bench.record(.sent, of: bench.takeDue()[0])
      try bench.container.suspend()
      #expect(try bench.value("a") == 1)
    },
  ]
}
