import ContainerStore
import Foundation
import Notifications

/// A process that adds to one shared key, as fast as it can, while another one does the same.
///
/// `plugbench write-shared FOLDER SECONDS`: says that it is ready, begins once it is told to, and
/// prints its busy errors and the additions of each quarter of a second.
struct SharedWriter {
  static let command = "write-shared"
  static let ready = Data("ready\n".utf8)
  static let go = Data("go\n".utf8)

  private static let sliceSeconds = 0.25

  /// The runtime's own numbers: conflicts before a turn is taken, and before the run gives up.
  private static let conflictsBeforeTurn = 3
  private static let mostConflicts = 8

  private let container: SQLiteContainer
  private let seconds: Double
  private let environment = ContainerEnvironment.system
  private let key = StoredKey("count", in: .shared("bench"))
  private let now = Timestamp(wholeSeconds: 1_772_474_700)
  private let claim: Claim

  init(folder: String, seconds: Double) throws {
    container = try SQLiteContainer(folder: folder)
    self.seconds = seconds
    claim = Claim(
      key: DeliveryKey(request: "count", date: now, action: "count", userText: nil), attempt: 1,
      start: .first)
  }

  func run() throws -> SharedWriterReport {
    let slices = max(1, Int((seconds / Self.sliceSeconds).rounded(.up)))
    var report = SharedWriterReport(slices: Array(repeating: 0, count: slices), busy: 0)
    let start = environment.bootSeconds()
    while true {
      let elapsed = environment.bootSeconds() - start
      guard elapsed < seconds else { return report }
      do {
        if try addOne() { report.slices[min(Int(elapsed / Self.sliceSeconds), slices - 1)] += 1 }
      } catch let error as ContainerError where error.code == .busy {
        report.busy += 1
      }
    }
  }

  /// Reads, adds, commits, as an invocation does; `false` where the others always came first.
  private func addOne() throws -> Bool {
    var turn: Turn?
    for conflicts in 0...Self.mostConflicts {
      if conflicts >= Self.conflictsBeforeTurn {
        if let turn { try container.end(turn) }
        var reads = ReadSet()
        reads.values[key] = .some(nil)
        turn = try container.takeTurn(
          for: reads.turnKeys, claim: claim, seconds: 0.25, waitingSeconds: 2)
      }
      let stored = try container.value(key.key, in: key.space)
      guard case .integer(let count) = stored?.value ?? 0 else {
        throw BenchFailure("the shared key holds no integer")
      }
      var reads = ReadSet()
      reads.values[key] = .some(stored?.version)
      let transaction = Transaction(
        claim: nil, now: now, reads: reads, writes: [key: .set(.integer(count + 1))], turn: turn)
      switch try container.commit(transaction, outcome: { _ in [] }) {
      case .committed: return true
      case .conflict: continue
      case let other: throw BenchFailure("the shared key was not written: \(other)")
      }
    }
    if let turn { try container.end(turn) }
    return false
  }

  /// The hidden command; returns the exit code.
  static func main(_ arguments: [String]) -> Int32 {
    guard arguments.count == 2, let seconds = Double(arguments[1]), seconds > 0, seconds <= 600
    else {
      StandardStreams.complain("\(command) is what plugbench starts itself with")
      return 2
    }
    do {
      let writer = try SharedWriter(folder: arguments[0], seconds: seconds)
      FileHandle.standardOutput.write(ready)
      // Its end would come too late where the other process has inherited it.
      guard FileHandle.standardInput.availableData == go else {
        throw BenchFailure("nobody says when to begin")
      }
      StandardStreams.print(try writer.run().text)
      return 0
    } catch {
      StandardStreams.complain("\(command) failed: \(error)")
      return 1
    }
  }
}

/// What one writer did.
struct SharedWriterReport {
  /// Additions in each slice of the time.
  var slices: [Int]
  /// Calls that ended with a busy error.
  var busy: Int

  var total: Int { slices.reduce(0, +) }

  var text: String { ([busy] + slices).map(String.init).joined(separator: " ") }
}

extension SharedWriterReport {
  /// Reads what another process printed; `nil` where it is no report.
  init?(_ text: String) {
    let words = text.split(whereSeparator: \.isWhitespace)
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == words.count, let busy = numbers.first, numbers.count > 1 else {
      return nil
    }
    self.init(slices: Array(numbers.dropFirst()), busy: busy)
  }
}
