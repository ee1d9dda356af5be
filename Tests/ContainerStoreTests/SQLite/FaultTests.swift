import ContainerStore
import Foundation
import Notifications
import Testing

@Suite("What stands in the way of a container")
struct FaultTests {
  private func container(
    _ folder: TemporaryFolder, _ opening: SQLiteContainer.Opening = .creatingFiles
  ) throws -> SQLiteContainer {
    try SQLiteContainer(folder: folder.path, opening: opening)
  }

  @discardableResult
  private func write(_ value: JSONValue, _ space: Space, to container: SQLiteContainer) throws
    -> CommitResult
  {
    try container.commit(
      Transaction(
        claim: nil, now: ContainerBench.now, writes: [StoredKey("key", in: space): .set(value)])
    ) { _ in [] }
  }

  @Test("a missing folder is named, with the cure")
  func missingFolder() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/no/such"
    for opening in [SQLiteContainer.Opening.creatingFiles, .existing] {
      let error = #expect(throws: ContainerError.self) {
        try SQLiteContainer(folder: path, opening: opening)
      }
      #expect(error?.code == .missing)
      #expect(
        error?.description == "the folder \(path) does not exist; create it, or name another one")
    }
    let error = #expect(throws: ContainerError.self) {
      try SQLiteContainer(folder: path, opening: .creatingFolder)
    }
    #expect(error?.code == .missing)
    #expect(error?.description.contains("the folder above it does not exist") == true)
  }

  @Test("the last part of the path is created where that is asked for")
  func createsFolder() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/new"
    for _ in 0..<2 { _ = try SQLiteContainer(folder: path, opening: .creatingFolder) }
    #expect(FileManager.default.fileExists(atPath: "\(path)/container.sqlite"))
  }

  @Test("a folder without a container is not taken for one where one must exist")
  func noContainer() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: ContainerError.self) { try container(folder, .existing) }
    #expect(error?.code == .missing)
    #expect(error?.description.contains("there is no container in \(folder.path)") == true)
    #expect(try folder.names.isEmpty)
  }

  @Test("a folder or a file in the place of the other is said to be so")
  func wrongKind() throws {
    let folder = try TemporaryFolder()
    for name in ["container.sqlite", "protected.sqlite"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
      let error = #expect(throws: ContainerError.self) {
        let container = try container(folder)
        try write(1, .protected(plugin: "plugin"), to: container)
      }
      #expect(error?.code == .unreadable)
      #expect(error?.description.contains("\(name) is a folder where a file is expected") == true)
      try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    }
    let file = "\(folder.path)/file"
    try Data([1]).write(to: URL(fileURLWithPath: file))
    for opening in [SQLiteContainer.Opening.creatingFolder, .creatingFiles, .existing] {
      let error = #expect(throws: ContainerError.self) {
        try SQLiteContainer(folder: file, opening: opening)
      }
      #expect(error?.code == .unreadable)
      #expect(
        error?.description == "\(file) is a file, not a folder; name the folder of a container")
    }
    let below = #expect(throws: ContainerError.self) {
      try SQLiteContainer(folder: "\(file)/below", opening: .creatingFolder)
    }
    #expect(below?.description.contains("because what is above it is a file") == true)
  }

  @Test("a protected file that cannot be opened leaves the rest at work, and nothing half written")
  func protectedFileUnreadable() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/protected.sqlite", withIntermediateDirectories: false)
    let container = try container(folder)
    try write(1, .own(plugin: "plugin"), to: container)
    let error = #expect(throws: ContainerError.self) {
      try container.commit(
        Transaction(
          claim: nil, now: ContainerBench.now,
          writes: [
            StoredKey("key", in: .own(plugin: "plugin")): .set(2),
            StoredKey("key", in: .protected(plugin: "plugin")): .set(2),
          ])
      ) { _ in [] }
    }
    #expect(error?.code == .unreadable)
    #expect(try container.value("key", in: .own(plugin: "plugin"))?.value == 1)
    try FileManager.default.removeItem(atPath: "\(folder.path)/protected.sqlite")
    try write(2, .protected(plugin: "plugin"), to: container)
    #expect(try container.value("key", in: .protected(plugin: "plugin"))?.value == 2)
  }

  @Test(
    "a file that is no database is refused and not touched",
    arguments: ["container.sqlite", "protected.sqlite"])
  func corrupt(_ name: String) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/\(name)"
    let noise = Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) })
    try noise.write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: ContainerError.self) {
      try write(1, .protected(plugin: "plugin"), to: try container(folder))
    }
    #expect(error?.code == .corrupt)
    #expect(error?.description.contains(path) == true)
    #expect(error?.description.contains("restore it from a backup") == true)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == noise)
  }

  @Test("a file whose pages are damaged fails calls and crashes nothing")
  func damagedPages() throws {
    for seed in 0..<40 {
      let folder = try TemporaryFolder()
      let path = "\(folder.path)/container.sqlite"
      do {
        let container = try container(folder)
        for round in 0..<20 {
          try write(.integer(Int64(round)), .shared(Identifier("s\(round)")), to: container)
        }
        try container.suspend()
      }
      var data = try Data(contentsOf: URL(fileURLWithPath: path))
      var random = SeededRandom(seed: UInt64(seed))
      for _ in 0..<200 {
        data[Int.random(in: 4096..<data.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      try data.write(to: URL(fileURLWithPath: path))
      // Whatever is still readable may be read; what is not must be an error, and no trap.
      do {
        let container = try container(folder)
        for round in 0..<20 {
          _ = try container.value("key", in: .shared(Identifier("s\(round)")))
          try write(1, .shared(Identifier("s\(round)")), to: container)
        }
        _ = try container.spaces()
        _ = try container.pending()
        _ = try container.outbox()
      } catch let error as ContainerError {
        #expect([.corrupt, .unreadable].contains(error.code), "\(error)")
      }
    }
  }

  @Test("a database of something else is refused and not touched")
  func foreign() throws {
    let folder = try TemporaryFolder()
    let database = try RawDatabase("\(folder.path)/container.sqlite")
    try database.execute("CREATE TABLE recipes(name)")
    let error = #expect(throws: ContainerError.self) { try container(folder) }
    #expect(error?.code == .corrupt)
    #expect(error?.description.contains("is a database of something else") == true)
    #expect(try database.row("SELECT count(*) FROM sqlite_master") == [1])
  }

  @Test("what a prepared file brings along is not run")
  func prepared() throws {
    let folder = try TemporaryFolder()
    do {
      let container = try container(folder)
      try write(1, .own(plugin: "plugin"), to: container)
      try container.suspend()
    }
    let database = try RawDatabase("\(folder.path)/container.sqlite")
    try database.execute("CREATE TRIGGER act AFTER INSERT ON stored BEGIN DELETE FROM stored; END")
    // Whoever asked it would never get an answer.
    try database.execute("DROP TABLE files")
    try database.execute(
      """
      CREATE VIEW files AS
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT x'00' AS plugin, i AS name, 1 AS version, x'00' AS content FROM n
      """)
    let opened = try container(folder)
    let error = #expect(throws: ContainerError.self) {
      try opened.fileNames(of: "plugin", prefix: "")
    }
    #expect(error?.code == .unreadable, "\(String(describing: error))")
    try write(2, .own(plugin: "other"), to: opened)
    #expect(try opened.value("key", in: .own(plugin: "plugin"))?.value == 1)
  }

  @Test("a protected file of another container is refused")
  func mixedUp() throws {
    let (one, other) = (try TemporaryFolder(), try TemporaryFolder())
    for folder in [one, other] {
      try write(1, .protected(plugin: "plugin"), to: try container(folder))
    }
    let path = "\(one.path)/protected.sqlite"
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: "\(other.path)/protected.sqlite", toPath: path)
    let error = #expect(throws: ContainerError.self) {
      try container(one).value("key", in: .protected(plugin: "plugin"))
    }
    #expect(error?.code == .corrupt)
    #expect(error?.description.contains("the protected file of another container") == true)
  }

  @Test("a container of a newer version is refused and not touched")
  func newer() throws {
    let folder = try TemporaryFolder()
    try write(1, .shared("s"), to: try container(folder))
    let database = try RawDatabase("\(folder.path)/container.sqlite")
    try database.execute("PRAGMA user_version = 1000")
    let error = #expect(throws: ContainerError.self) { try container(folder) }
    #expect(error?.code == .newer)
    #expect(error?.description.contains("schema 1000, this one knows 1") == true)
    try database.execute("PRAGMA user_version = 1")
    #expect(try container(folder).value("key", in: .shared("s"))?.value == 1)
  }

  @Test("an older container is migrated once, with what it holds, and a failed step undoes all")
  func migration() throws {
    let folder = try TemporaryFolder()
    try write(1, .shared("s"), to: try container(folder))
    let bad = Schema.main.adding([
      "CREATE TABLE extra(name BLOB)", "INSERT INTO nowhere VALUES (1)",
    ])
    #expect(throws: ContainerError.self) {
      try SQLiteContainer(folder: folder.path, schema: bad)
    }
    let database = try RawDatabase("\(folder.path)/container.sqlite")
    #expect(try database.row("PRAGMA user_version") == [1])
    #expect(try database.row("SELECT count(*) FROM sqlite_master WHERE name = 'extra'") == [0])
    let good = Schema.main.adding([
      "CREATE TABLE extra(name BLOB)", "INSERT INTO extra VALUES (x'01')",
    ])
    for _ in 0..<2 {
      let container = try SQLiteContainer(folder: folder.path, schema: good)
      #expect(try container.value("key", in: .shared("s"))?.value == 1)
    }
    #expect(try database.row("PRAGMA user_version") == [2])
    #expect(try database.row("SELECT count(*) FROM extra") == [1])
    let error = #expect(throws: ContainerError.self) { try container(folder) }
    #expect(error?.code == .newer)
  }

  @Test("when no file may grow, the change is refused as a full disk and the rest stays")
  func full() throws {
    let folder = try TemporaryFolder()
    let lines = try Driver("fill", folder.path, "1000000").wait().split(separator: "\n")
    let words = try #require(lines.first).split(separator: " ")
    #expect(words.first == "full")
    let written = try #require(words.last.flatMap { Int64($0) })
    #expect(written > 3)
    #expect(lines.last?.contains("free space on its disk") == true)
    let container = try container(folder)
    #expect(
      try container.value("count", in: .own(plugin: "plugin"))?.value == .integer(written))
    #expect(
      try container.fileNames(of: "plugin", prefix: "").count == Int(written))
    try write(1, .own(plugin: "plugin"), to: container)
  }

  @Test(
    "on a disk that is full, the change is refused, and goes on when there is room",
    .enabled(if: TinyDisk.isAllowed, "mounting a file system of 1 MiB needs a privilege"))
  func tinyDisk() throws {
    let disk = try TinyDisk()
    let container = try SQLiteContainer(folder: disk.path)
    let own = Space.own(plugin: "plugin")
    try write(1, own, to: container)
    try write(1, .protected(plugin: "plugin"), to: container)
    try disk.fill()
    let error = #expect(throws: ContainerError.self) {
      for round in 0..<1000 {
        let file = FileKey(Identifier("file-\(round)"), of: "plugin")
        _ = try container.commit(
          Transaction(
            claim: nil, now: ContainerBench.now,
            writes: [
              StoredKey("key", in: own): .set(2),
              StoredKey("key", in: .protected(plugin: "plugin")): .set(2),
            ], files: [file: .write([UInt8](repeating: 7, count: 100_000))])
        ) { _ in [] }
        try write(1, own, to: container)
        try write(1, .protected(plugin: "plugin"), to: container)
      }
    }
    #expect(error?.code == .full)
    let values = try [own, .protected(plugin: "plugin")].map {
      try container.value("key", in: $0)?.value
    }
    #expect(values[0] == values[1])
    try disk.empty()
    try write(3, .protected(plugin: "plugin"), to: container)
    #expect(try container.value("key", in: .protected(plugin: "plugin"))?.value == 3)
  }

  @Test("a folder that may not be written is said to be so")
  func readOnly() throws {
    let folder = try TemporaryFolder()
    try write(1, .own(plugin: "plugin"), to: try container(folder))
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    for name in try folder.names {
      try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: "\(folder.path)/\(name)")
    }
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    let lines = try Driver("unprivileged", folder.path, "creating").wait().split(separator: "\n")
    #expect(lines.first == "readOnly")
    #expect(lines.last?.contains("the right to write the folder \(folder.path)") == true)
  }

  @Test(
    "a folder or a file that another user keeps to itself is not told of as missing",
    arguments: ["existing", "creating"], ["the folder", "the folder above", "the file"])
  func denied(_ opening: String, _ closed: String) throws {
    let above = try TemporaryFolder()
    let folder = "\(above.path)/container"
    try write(
      1, .own(plugin: "plugin"), to: SQLiteContainer(folder: folder, opening: .creatingFolder))
    let path =
      switch closed {
      case "the folder": folder
      case "the folder above": above.path
      default: "\(folder)/container.sqlite"
      }
    let manager = FileManager.default
    for (path, mode) in [(above.path, 0o777), (folder, 0o777), (path, 0)] {
      try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
    defer { try? manager.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path) }
    let lines = try Driver("unprivileged", folder, opening).wait().split(separator: "\n")
    #expect(lines.first == "unreadable")
    let named = closed == "the file" ? path : folder
    #expect(lines.last?.hasPrefix("access to \(named) is denied; give this user the right") == true)
  }

  @Test("a folder that was removed meanwhile is an error and comes back when it does")
  func removedMeanwhile() throws {
    let folder = try TemporaryFolder()
    let container = try container(folder)
    try write(1, .own(plugin: "plugin"), to: container)
    try FileManager.default.removeItem(atPath: folder.path)
    let error = #expect(throws: ContainerError.self) {
      for _ in 0..<3 {
        try write(2, .own(plugin: "plugin"), to: container)
        try container.suspend()
      }
    }
    #expect(error?.code == .missing)
  }
}

/// Random numbers that are the same at every run.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
