import Synchronization

/// A container in a folder, shared by every process that names the folder.
///
/// Two SQLite files with write-ahead logs: `container.sqlite`, and `protected.sqlite` for what can
/// be read only while the device is unlocked. Isolation: safe to use from any thread. One lock guards
/// the connections; it is held within a call only, and not while a call waits for other processes.
package final class SQLiteContainer: Container {
  /// What happens where the folder or its files do not exist.
  package enum Opening: Sendable {
    /// They are created; the folder's parent must exist.
    case creatingFolder
    /// The files are created; the folder must exist.
    case creatingFiles
    /// It is an error.
    case existing
  }

  package struct Options: Sendable {
    package var limits = ContainerLimits()
    package var retries = RetryPolicy()
    /// Whether each commit is on the disk before it returns. Off, it survives a killed process but
    /// perhaps not power loss; on, it survives both and takes about ten times as long.
    package var survivesPowerLoss = false

    package init() {}
  }

  /// The open files.
  struct Connections {
    var main: Connection?
    var protected: Connection?
  }

  let folder: String
  let options: Options
  let environment: ContainerEnvironment
  let connections = Mutex(Connections())
  private let isCreating: Bool
  private let mainSchema: Schema
  private let observer = Mutex<Observer?>(nil)

  var limits: ContainerLimits { options.limits }

  var mainFile: DatabaseFile {
    DatabaseFile(folder: folder, name: "container.sqlite", isProtected: false)
  }

  var protectedFile: DatabaseFile {
    DatabaseFile(folder: folder, name: "protected.sqlite", isProtected: true)
  }

  /// Opens a container.
  ///
  /// - Throws: what stands in the way, as a sentence with the cure.
  package init(
    folder: String, opening: Opening = .creatingFiles, options: Options = Options(),
    environment: ContainerEnvironment = .system, schema: Schema = .main
  ) throws(ContainerError) {
    self.folder = folder
    self.options = options
    self.environment = environment
    mainSchema = schema
    isCreating = opening != .existing
    if opening == .creatingFolder { try Folder.create(folder) }
    try read { (_: borrowing Connection) throws(ContainerError) in }
  }

  package func observe(_ observer: (@Sendable ([StoredKey]) -> Void)?) {
    self.observer.withLock { $0 = observer.map { Observer(tell: $0) } }
  }

  func notify(_ keys: [StoredKey]) {
    guard !keys.isEmpty, let observer = observer.withLock({ $0 }) else { return }
    observer.tell(keys)
  }

  package func suspend() throws(ContainerError) {
    connections.withLock { connections in
      connections.main?.emptyLog()
      connections.protected?.emptyLog()
      connections = Connections()
    }
  }

  // MARK: Opening

  func main(_ connections: inout Connections) throws(ContainerError) -> Connection {
    if let main = connections.main, !main.isBroken { return main }
    connections.main = nil
    let main = try Connection.open(
      mainFile,
      schema: mainSchema, durability: durability, creating: isCreating)
    connections.main = main
    return main
  }

  func protected(_ connections: inout Connections) throws(ContainerError) -> Connection {
    guard environment.isProtectedDataAvailable() else { throw .deviceLocked }
    if let protected = connections.protected, !protected.isBroken { return protected }
    connections.protected = nil
    let main = try main(&connections)
    // Made when it is first needed, by readers as well, so it is always allowed to.
    let protected = try Connection.open(
      protectedFile,
      schema: .protected, durability: .power, creating: true)
    try protected.belong(to: main)
    connections.protected = protected
    return protected
  }

  // MARK: Access

  /// Reads from the main file.
  func read<Answer: Sendable>(
    _ body: (Connection) throws(ContainerError) -> Answer
  ) throws(ContainerError) -> Answer {
    try connections.withLock { connections throws(ContainerError) in
      try body(main(&connections))
    }
  }

  /// What a transaction comes to.
  enum Verdict<Answer> {
    /// Keep what was done.
    case keep(Answer)
    /// Undo it.
    case drop(Answer)
  }

  private var durability: Connection.Durability { options.survivesPowerLoss ? .power : .process }

  /// Runs one write transaction on the main file, waiting at most 2 s for other writers.
  ///
  /// One that writes both files is always on the disk before it returns. Each log may lose its last
  /// commits when the power fails, and the two would lose different ones.
  func write<Answer: Sendable>(
    both isWritingBoth: Bool = false,
    _ body: (Connection, inout Connections) throws(ContainerError) -> Verdict<Answer>
  ) throws(ContainerError) -> Answer {
    let start = SystemClock.bootSeconds()
    while true {
      let answer: Answer? = try connections.withLock { connections throws(ContainerError) in
        let main = try main(&connections)
        try main.setDurability(isWritingBoth ? .power : durability)
        guard try main.begin() else { return nil }
        do throws(ContainerError) {
          switch try body(main, &connections) {
          case .keep(let answer):
            try main.commit()
            return answer
          case .drop(let answer):
            main.rollBack()
            return answer
          }
        } catch {
          main.rollBack()
          throw error
        }
      }
      if let answer { return answer }
      // Waited for without our own lock, so that other threads go on reading.
      guard BusyHandler.pause(since: start) else {
        throw mainFile.busy
      }
    }
  }

  /// Runs one write transaction on the main file that cannot be undone by its own choice.
  func change<Answer: Sendable>(
    _ body: (Connection) throws(ContainerError) -> Answer
  ) throws(ContainerError) -> Answer {
    try write { main, _ throws(ContainerError) in .keep(try body(main)) }
  }
}

extension Version {
  /// A version that was never given before and will not be again.
  ///
  /// 63 random bits rather than a counter: a counter is one more page to write in every commit.
  static func fresh() -> Version {
    Version(Int64.random(in: 1...Int64.max))
  }
}

extension Connection {
  /// Marks a new protected file as that of a container; refuses one of another container.
  fileprivate func belong(to main: Connection) throws(ContainerError) {
    let identity = try main.first(.identity) { row in row.bytes(0) } ?? []
    try run(.adopt, .bytes(identity))
    guard try first(.identity, read: { row in row.bytes(0) }) == identity else {
      throw file.foreign("the protected file of another container")
    }
  }
}

extension Query {
  fileprivate static let identity = Query("SELECT identity FROM container")
  fileprivate static let adopt = Query("INSERT OR IGNORE INTO container VALUES (1, ?)")
}
