import ContainerStore
import Notifications
import Testing

extension ContainerFact {
  private static func key(_ name: Identifier, _ space: Space = ContainerBench.own) -> StoredKey {
    StoredKey(name, in: space)
  }

  static let commits = [
    ContainerFact("a commit applies values of all spaces, files, replies and its outcome") {
      bench throws in
      try bench.write("old", "gone")
      let claim = try bench.claim()
      let result = try bench.commit(
        claim,
        writes: [
          key("a"): .set(1), key("b", ContainerBench.shared): .set(2),
          key("c", ContainerBench.protected): .set(3), key("gone"): .remove,
        ],
        files: [FileKey("draft", of: ContainerBench.plugin): .write([1, 2])],
        entries: [bench.reply("1"), bench.reply("2")])
      #expect(result.receipt?.isSettled == false)
      #expect(try bench.other.value("a", in: ContainerBench.own)?.value == 1)
      #expect(try bench.other.value("b", in: ContainerBench.shared)?.value == 2)
      #expect(try bench.other.value("c", in: ContainerBench.protected)?.value == 3)
      #expect(try bench.other.value("gone", in: ContainerBench.own) == nil)
      #expect(try bench.other.file("draft", of: ContainerBench.plugin)?.value == [1, 2])
      #expect(try bench.other.outbox().names == ["1", "2"])
      #expect(try bench.other.pending().isEmpty)
    },
    ContainerFact("a changed, removed or newly appeared key is a conflict, and nothing is applied")
    {
      bench throws in
      for space in [ContainerBench.own, ContainerBench.shared, ContainerBench.protected] {
        try bench.write(1, "a", in: space)
        let changes: [(Identifier, Write)] = [("a", .set(1)), ("absent", .set(1)), ("a", .remove)]
        for (name, change) in changes {
          let reads = try bench.reading("a", "absent", in: space)
          #expect(
            try bench.commit(nil, writes: [key(name, space): change], on: bench.other).isCommitted)
          let claim = try bench.claim("\(space) \(name) \(change)")
          let result = try bench.commit(
            claim, reads: reads,
            writes: [key("result", space): .set(1), key("beside"): .set(1)],
            files: [FileKey("result", of: ContainerBench.plugin): .write([1])],
            entries: [bench.reply("result")])
          #expect(result.isConflict)
          #expect(try bench.value("result", in: space) == nil)
          #expect(try bench.value("beside") == nil)
          #expect(try bench.container.file("result", of: ContainerBench.plugin) == nil)
          #expect(try bench.container.outbox().isEmpty)
          #expect(try bench.container.finish(claim))
        }
      }
    },
    ContainerFact("a question for keys that would be answered differently is a conflict") {
      bench throws in
      try bench.write(1, "chat_1")
      var reads = ReadSet()
      reads.keyQueries[.init("chat_", in: ContainerBench.own)] = ["chat_1"]
      try bench.write(2, "chat_1")
      try bench.write(1, "other")
      #expect(try bench.commit(nil, reads: reads).isCommitted)
      try bench.write(1, "chat_2")
      #expect(try bench.commit(nil, reads: reads).isConflict)
    },
    ContainerFact("a commit after a conflict and new reads succeeds with the same claim") {
      bench throws in
      try bench.write(1, "count")
      let claim = try bench.claim()
      let old = try bench.reading("count")
      try bench.write(2, "count")
      #expect(try bench.commit(claim, reads: old, writes: [key("count"): .set(2)]).isConflict)
      let new = try bench.reading("count")
      #expect(try bench.commit(claim, reads: new, writes: [key("count"): .set(3)]).isCommitted)
      #expect(try bench.value("count") == 3)
    },
    ContainerFact("an increment adds without having read, as Lua adds") { bench throws in
      let cases: [(JSONValue?, Amount, JSONValue)] = [
        (nil, .integer(5), 5), (1, .integer(2), 3), (1, .number(0.5), .number(1.5)),
        (.number(1.5), .integer(1), .number(2.5)), (.number(1), .number(1), .number(2)),
        (nil, .number(2), .number(2)), (.integer(.max), .integer(-1), .integer(.max - 1)),
      ]
      for (old, amount, sum) in cases {
        for space in [ContainerBench.own, ContainerBench.protected] {
          let reset = old.map { Write.set($0) } ?? .remove
          #expect(try bench.commit(nil, writes: [key("n", space): reset]).isCommitted)
          let result = try bench.commit(nil, writes: [key("n", space): .increment(by: amount)])
          #expect(result.receipt?.increments == [key("n", space): sum])
          #expect(try bench.value("n", in: space) == sum)
        }
      }
    },
    ContainerFact("the outcome is made with the final values of increments") { bench throws in
      try bench.write(41, "count")
      let claim = try bench.claim()
      let transaction = Transaction(
        claim: claim, now: ContainerBench.now, writes: [key("count"): .increment(by: .integer(1))])
      let result = try bench.container.commit(transaction) { receipt in
        Array("\(receipt.increments[key("count")] ?? .null) \(receipt.isSettled)".utf8)
      }
      #expect(result.isCommitted)
      let again = try bench.other.claim(
        bench.delivery(), for: .response, lease: bench.system.lease())
      #expect(again.outcome == "integer(42) true")
    },
    ContainerFact("incrementing what is no number, or too far, is refused and nothing applied") {
      bench throws in
      try bench.write("text", "text")
      try bench.write(.integer(.max), "most")
      try bench.write(.number(.greatestFiniteMagnitude), "float")
      let cases: [(Identifier, Amount, CommitRefusal)] = [
        ("text", .integer(1), .notANumber(key("text"))),
        ("most", .integer(1), .overflow(key("most"))),
        ("float", .number(.greatestFiniteMagnitude), .overflow(key("float"))),
        ("text", .number(.nan), .notANumber(key("text"))),
        ("new", .number(.nan), .overflow(key("new"))),
      ]
      for (name, amount, refusal) in cases {
        let claim = try bench.claim("\(name) \(amount)")
        let result = try bench.commit(
          claim, writes: [key(name): .increment(by: amount), key("beside"): .set(1)],
          entries: [bench.reply("1")])
        #expect(result.refusal == refusal)
        #expect(try bench.value("beside") == nil)
        #expect(try bench.container.outbox().isEmpty)
        #expect(try bench.container.finish(claim))
      }
    },
    ContainerFact("threads that read, add one and write lose nothing") { bench throws in
      try bench.write(0, "count", in: ContainerBench.shared)
      let (container, other) = (bench.container, bench.other)
      try concurrently(4) { index in
        let mine = index % 2 == 0 ? container : other
        for _ in 0..<50 {
          while true {
            let read = try mine.value("count", in: ContainerBench.shared)
            guard let read, case .integer(let count) = read.value else {
              throw UnexpectedAnswer("no count")
            }
            var reads = ReadSet()
            reads.values[key("count", ContainerBench.shared)] = read.version
            let transaction = Transaction(
              claim: nil, now: ContainerBench.now, reads: reads,
              writes: [key("count", ContainerBench.shared): .set(.integer(count + 1))])
            if try mine.commit(transaction, outcome: { _ in [] }).isCommitted { break }
          }
        }
      }
      #expect(try bench.value("count", in: ContainerBench.shared) == 200)
    },
    ContainerFact("two reads that belong together never disagree at a commit") { bench throws in
      try bench.write(0, "a")
      try bench.write(0, "b", in: ContainerBench.protected)
      let (container, other) = (bench.container, bench.other)
      try concurrently(3) { index in
        let mine = index % 2 == 0 ? container : other
        var done = 0
        while done < 40 {
          let a = try mine.value("a", in: ContainerBench.own)
          let b = try mine.value("b", in: ContainerBench.protected)
          var reads = ReadSet()
          reads.values[key("a")] = a?.version
          reads.values[key("b", ContainerBench.protected)] = b?.version
          guard case .integer(let count)? = a?.value else { throw UnexpectedAnswer("no count") }
          let next = JSONValue.integer(count + 1)
          let transaction = Transaction(
            claim: nil, now: ContainerBench.now, reads: reads,
            writes: [key("a"): .set(next), key("b", ContainerBench.protected): .set(next)])
          if try mine.commit(transaction, outcome: { _ in [] }).isCommitted {
            #expect(a?.value == b?.value)
            done += 1
          }
        }
      }
      #expect(try bench.value("a") == 120)
      #expect(try bench.value("b", in: ContainerBench.protected) == 120)
    },
  ]

  static let quotas = [
    ContainerFact(
      "keys, values, depth and spaces are bounded, exactly",
      limits: ContainerLimits(keyBytes: 4, valueBytes: 10, valueDepth: 2, spaceBytes: 30)
    ) { bench throws in
      let cases: [(Identifier, JSONValue, Bool)] = [
        ("", 1, false), ("four", 1, true), ("fivee", 1, false), ("ééx", 1, false), ("éé", 1, true),
        ("v", "12345678", true), ("v", "123456789", false), ("d", [[1]], true),
        ("d", [[[1]]], false), ("n", .number(.nan), false), ("n", .number(.infinity), false),
      ]
      for space in [ContainerBench.own, ContainerBench.protected] {
        for (name, value, isAllowed) in cases {
          let result = try bench.commit(nil, writes: [key(name, space): .set(value)])
          #expect(result.isCommitted == isAllowed, "\(name)")
          if !isAllowed { #expect(result.refusal != nil) }
          #expect(try bench.commit(nil, writes: [key(name, space): .remove]).isCommitted)
        }
        // Two keys of one byte with values of ten fill 22 of 30 bytes; 8 are left.
        try bench.write("12345678", "a", in: space)
        try bench.write("12345678", "b", in: space)
        #expect(
          try bench.commit(nil, writes: [key("c", space): .set("123456")]).refusal
            == .spaceFull(space, bytes: 31, limit: 30))
        try bench.write("12345", "c", in: space)
        try bench.write("54321", "c", in: space)
        #expect(
          try bench.commit(nil, writes: [key("a", space): .remove, key("d", space): .set("123")])
            .isCommitted)
      }
    },
    ContainerFact("files without content are bounded as well", limits: ContainerLimits(files: 2)) {
      bench throws in
      let plugin = ContainerBench.plugin
      #expect(try bench.writeFile("a", 0).isCommitted)
      #expect(try bench.writeFile("b", 0).isCommitted)
      #expect(
        try bench.writeFile("c", 0).refusal == .tooManyFiles(plugin: plugin, count: 3, limit: 2))
      #expect(try bench.writeFile("b", 1).isCommitted)
      #expect(
        try bench.commit(
          nil, files: [FileKey("a", of: plugin): .remove, FileKey("c", of: plugin): .write([])]
        ).isCommitted)
    },
    ContainerFact(
      "files are bounded, exactly",
      limits: ContainerLimits(keyBytes: 4, fileBytes: 10, filesBytes: 15)
    ) { bench throws in
      let plugin = ContainerBench.plugin
      #expect(
        try bench.writeFile("", 1).refusal == .fileNameTooLong(plugin: plugin, bytes: 0, limit: 4))
      #expect(
        try bench.writeFile("12345", 1).refusal
          == .fileNameTooLong(plugin: plugin, bytes: 5, limit: 4))
      #expect(
        try bench.writeFile("a", 11).refusal
          == .fileTooLarge(FileKey("a", of: plugin), bytes: 11, limit: 10))
      #expect(try bench.writeFile("a", 10).isCommitted)
      #expect(
        try bench.writeFile("b", 6).refusal == .filesFull(plugin: plugin, bytes: 16, limit: 15))
      #expect(try bench.writeFile("b", 5).isCommitted)
      #expect(try bench.writeFile("a", 9).isCommitted)
      #expect(try bench.container.file("b", of: plugin)?.value.count == 5)
    },
    ContainerFact("one refused part refuses the whole", limits: ContainerLimits(valueBytes: 4)) {
      bench throws in
      let claim = try bench.claim()
      let result = try bench.commit(
        claim,
        writes: [
          key("a"): .set(1), key("b", ContainerBench.protected): .set(1),
          key("c", ContainerBench.shared): .set(12345),
        ],
        files: [FileKey("f", of: ContainerBench.plugin): .write([1])], entries: [bench.reply("1")])
      #expect(
        result.refusal == .valueTooLarge(key("c", ContainerBench.shared), bytes: 5, limit: 4))
      #expect(try bench.value("a") == nil)
      #expect(try bench.value("b", in: ContainerBench.protected) == nil)
      #expect(try bench.container.file("f", of: ContainerBench.plugin) == nil)
      #expect(try bench.container.outbox().isEmpty)
      #expect(try bench.container.pending().count == 1)
    },
  ]

  static let turns = [
    ContainerFact("a commit of others waits for a turn, and goes on when it expires") {
      bench throws in
      try bench.write(0, "count")
      let claim = try bench.claim()
      let turn = try #require(
        try bench.container.takeTurn(
          for: [.value(key("count"))], claim: claim, seconds: 0.2, waitingSeconds: 1))
      let before = bench.system.bootSeconds
      #expect(try bench.commit(nil, writes: [key("other"): .set(1)]).isCommitted)
      #expect(bench.system.bootSeconds == before)
      #expect(
        try bench.commit(nil, writes: [key("count"): .set(1)], on: bench.other).isCommitted)
      #expect(bench.system.bootSeconds - before >= 0.2)
      #expect(bench.system.bootSeconds - before < 0.25)
      #expect(try bench.commit(claim, writes: [key("count"): .set(2)], turn: turn).isCommitted)
    },
    ContainerFact("a turn lasts at most 250 ms whatever is asked for") { bench throws in
      let claim = try bench.claim()
      let before = bench.system.bootSeconds
      #expect(
        try bench.container.takeTurn(
          for: [.value(key("count"))], claim: claim, seconds: 60, waitingSeconds: 1) != nil)
      #expect(try bench.commit(nil, writes: [key("count"): .set(1)]).isCommitted)
      #expect(bench.system.bootSeconds - before < 0.26)
    },
    ContainerFact("a commit ends its own turn and does not wait for it") { bench throws in
      let claim = try bench.claim()
      let turn = try #require(
        try bench.container.takeTurn(
          for: [.value(key("count")), .keys(ContainerBench.own)], claim: claim, seconds: 0.2,
          waitingSeconds: 1))
      let before = bench.system.bootSeconds
      #expect(try bench.commit(claim, writes: [key("count"): .set(1)], turn: turn).isCommitted)
      #expect(try bench.commit(nil, writes: [key("count"): .set(2)]).isCommitted)
      #expect(bench.system.bootSeconds == before)
    },
    ContainerFact("a turn that ends early lets others go on") { bench throws in
      let claim = try bench.claim()
      let keys: Set<TurnKey> = [
        .keys(ContainerBench.own), .file(FileKey("f", of: ContainerBench.plugin)),
        .fileNames(plugin: "another"),
      ]
      let turn = try #require(
        try bench.container.takeTurn(for: keys, claim: claim, seconds: 0.2, waitingSeconds: 1))
      try bench.container.end(turn)
      let before = bench.system.bootSeconds
      #expect(try bench.commit(nil, writes: [key("count"): .set(1)]).isCommitted)
      #expect(bench.system.bootSeconds == before)
    },
    ContainerFact("turns of the same keys follow one another; those of others do not wait") {
      bench throws in
      let claim = try bench.claim()
      let keys: Set<TurnKey> = [.value(key("a")), .value(key("b"))]
      #expect(
        try bench.container.takeTurn(for: keys, claim: claim, seconds: 0.2, waitingSeconds: 1)
          != nil)
      let start = bench.system.bootSeconds
      #expect(
        try bench.other.takeTurn(
          for: [.value(key("c"))], claim: claim, seconds: 0.2, waitingSeconds: 1) != nil)
      #expect(bench.system.bootSeconds == start)
      #expect(
        try bench.other.takeTurn(
          for: [.value(key("b"))], claim: claim, seconds: 0.2, waitingSeconds: 0.05) == nil)
      #expect(
        try bench.other.takeTurn(
          for: [.value(key("b"))], claim: claim, seconds: 0.2, waitingSeconds: 1) != nil)
      #expect(bench.system.bootSeconds - start >= 0.2)
    },
    ContainerFact("a turn on a listing holds back writes of any key of it") { bench throws in
      let claim = try bench.claim()
      let cases: [(TurnKey, Transaction)] = [
        (
          .keys(ContainerBench.own),
          Transaction(claim: nil, now: ContainerBench.now, writes: [key("x"): .set(1)])
        ),
        (
          .fileNames(plugin: ContainerBench.plugin),
          Transaction(
            claim: nil, now: ContainerBench.now,
            files: [FileKey("x", of: ContainerBench.plugin): .write([])])
        ),
        (
          .file(FileKey("y", of: ContainerBench.plugin)),
          Transaction(
            claim: nil, now: ContainerBench.now,
            files: [FileKey("y", of: ContainerBench.plugin): .write([])])
        ),
      ]
      for (turnKey, transaction) in cases {
        #expect(
          try bench.container.takeTurn(
            for: [turnKey], claim: claim, seconds: 0.2, waitingSeconds: 1) != nil)
        let before = bench.system.bootSeconds
        #expect(try bench.other.commit(transaction) { _ in [] }.isCommitted)
        #expect(bench.system.bootSeconds - before >= 0.2)
      }
    },
    ContainerFact("a commit after the turn has expired is checked like any other") { bench throws in
      try bench.write(0, "count")
      let claim = try bench.claim()
      let turn = try bench.container.takeTurn(
        for: [.value(key("count"))], claim: claim, seconds: 0.2, waitingSeconds: 1)
      let reads = try bench.reading("count")
      bench.system.advance(bySeconds: 0.3)
      try bench.write(1, "count")
      #expect(
        try bench.commit(claim, reads: reads, writes: [key("count"): .set(1)], turn: turn)
          .isConflict)
    },
  ]
}
