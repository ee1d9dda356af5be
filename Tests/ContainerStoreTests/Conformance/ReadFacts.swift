import ContainerStore
import Notifications
import Testing

extension ContainerFact {
  static let reads = [
    ContainerFact("every kind of JSON value comes back as it was") { bench throws in
      let values: [(Identifier, JSONValue)] = [
        ("true", true), ("false", false), ("null", nil), ("one", 1), ("one float", 1.0),
        ("text one", "1"), ("least", .integer(.min)), ("greatest", .integer(.max)),
        ("minus zero", .number(-0.0)), ("tiny", .number(.leastNonzeroMagnitude)),
        ("huge", .number(1.7e308)),
        ("third", .number(1.0 / 3)), ("empty text", ""), ("007", "007"),
        ("text", "Γεια 👩‍👩‍👧 é e\u{301} \u{0}\u{1f}\n\"\\ \u{2028}"), ("empty array", []),
        ("empty object", [:]),
        ("nested", ["a": [1, 1.0, nil, ["é": true, "e\u{301}": false]], "A": [[]]]),
      ]
      for (key, value) in values { try bench.write(value, key) }
      for (key, value) in values {
        #expect(try bench.other.value(key, in: ContainerBench.own)?.value == value, "\(key)")
      }
    },
    ContainerFact("an absent key is absent, and a stored null is not") { bench throws in
      #expect(try bench.container.value("key", in: ContainerBench.own) == nil)
      try bench.write(nil, "key")
      #expect(try bench.container.value("key", in: ContainerBench.own)?.value == .null)
    },
    ContainerFact("keys differ by bytes and are sorted by them") { bench throws in
      let names: [Identifier] = [
        "é", "e\u{301}", "a", "A", "a\u{0}b", "a\u{0}", "ß", "\u{10FFFF}", "%", "_",
      ]
      for (index, name) in names.enumerated() { try bench.write(.integer(Int64(index)), name) }
      for (index, name) in names.enumerated() {
        #expect(try bench.value(name) == .integer(Int64(index)))
      }
      #expect(try bench.container.keys(in: ContainerBench.own, prefix: "") == names.sorted())
    },
    ContainerFact("keys are asked for by the bytes of a prefix") { bench throws in
      for name in ["chat_1", "chat_2", "chat", "chatter", "Chat_3", "chat%1", "cha"] {
        try bench.write(1, Identifier(name))
      }
      let space = ContainerBench.own
      #expect(try bench.container.keys(in: space, prefix: "chat_") == ["chat_1", "chat_2"])
      #expect(
        try bench.container.keys(in: space, prefix: "chat")
          == ["chat", "chat%1", "chat_1", "chat_2", "chatter"])
      #expect(try bench.container.keys(in: space, prefix: "x").isEmpty)
      try bench.write(1, "\u{10FFFF}")
      try bench.write(1, "\u{10FFFF}a")
      #expect(
        try bench.container.keys(in: space, prefix: "\u{10FFFF}") == ["\u{10FFFF}", "\u{10FFFF}a"])
    },
    ContainerFact("spaces do not see each other") { bench throws in
      let spaces: [Space] = [
        .own(plugin: "a"), .own(plugin: "b"), .protected(plugin: "a"), .shared("a"), .shared("b"),
        .shared("own:a"), .own(plugin: "é"), .own(plugin: "e\u{301}"),
      ]
      for (index, space) in spaces.enumerated() {
        try bench.write(.integer(Int64(index)), "key", in: space)
      }
      for (index, space) in spaces.enumerated() {
        #expect(try bench.value("key", in: space) == .integer(Int64(index)))
        #expect(try bench.container.keys(in: space, prefix: "") == ["key"])
      }
      #expect(Set(try bench.container.spaces()) == Set(spaces))
    },
    ContainerFact("a version never comes back, also for the same value") { bench throws in
      var versions: Set<Version> = []
      for _ in 0..<3 {
        try bench.write(1, "key")
        versions.insert(
          try #require(try bench.container.value("key", in: ContainerBench.own)).version)
        #expect(
          try bench.commit(nil, writes: [StoredKey("key", in: ContainerBench.own): .remove])
            .isCommitted)
      }
      #expect(versions.count == 3)
    },
    ContainerFact("what was read is current until somebody changes it") { bench throws in
      try bench.write(1, "a")
      var reads = try bench.reading("a", "absent")
      reads.keyQueries[.init("", in: ContainerBench.own)] = ["a"]
      #expect(try bench.container.isCurrent(reads))
      try bench.write(1, "elsewhere", in: ContainerBench.shared)
      #expect(try bench.container.isCurrent(reads))
      try bench.write(1, "absent")
      #expect(try !bench.container.isCurrent(reads))
    },
  ]

  static let files = [
    ContainerFact("a file comes back byte for byte") { bench throws in
      let contents: [(Identifier, [UInt8])] = [
        ("empty", []), ("all bytes", Array(0...255)), ("../up", [0, 0xFF, 0x0A]),
        ("long", [UInt8](repeating: 0xA5, count: 300_000)),
      ]
      for (name, bytes) in contents {
        let file = FileKey(name, of: ContainerBench.plugin)
        #expect(try bench.commit(nil, files: [file: .write(bytes)]).isCommitted)
      }
      for (name, bytes) in contents {
        #expect(try bench.other.file(name, of: ContainerBench.plugin)?.value == bytes)
      }
      #expect(
        try bench.container.fileNames(of: ContainerBench.plugin, prefix: "")
          == ["../up", "all bytes", "empty", "long"])
      #expect(try bench.container.fileNames(of: ContainerBench.plugin, prefix: "l") == ["long"])
      #expect(try bench.container.fileNames(of: "another", prefix: "").isEmpty)
      #expect(try bench.container.file("empty", of: "another") == nil)
    },
    ContainerFact("a removed file is absent") { bench throws in
      let file = FileKey("draft", of: ContainerBench.plugin)
      #expect(try bench.commit(nil, files: [file: .write([1])]).isCommitted)
      #expect(try bench.commit(nil, files: [file: .remove]).isCommitted)
      #expect(try bench.container.file("draft", of: ContainerBench.plugin) == nil)
      #expect(try bench.container.fileNames(of: ContainerBench.plugin, prefix: "").isEmpty)
    },
    ContainerFact("a file or a listing that changed since it was read is a conflict") {
      bench throws in
      let plugin = ContainerBench.plugin
      let file = FileKey("draft", of: plugin)
      var absent = ReadSet()
      absent.files[file] = .some(nil)
      var listing = ReadSet()
      listing.fileQueries[.init("d", of: plugin)] = []
      #expect(try bench.commit(nil, reads: absent, files: [file: .write([1])]).isCommitted)
      #expect(try bench.commit(nil, reads: absent).isConflict)
      #expect(try bench.commit(nil, reads: listing).isConflict)
      var reads = ReadSet()
      reads.files[file] = try bench.container.file("draft", of: plugin)?.version
      reads.fileQueries[.init("d", of: plugin)] = ["draft"]
      #expect(try bench.commit(nil, reads: reads, files: [file: .write([1])]).isCommitted)
      #expect(try bench.commit(nil, reads: reads).isConflict)
    },
  ]
}
