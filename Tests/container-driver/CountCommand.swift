import ContainerStore
import Notifications

/// `count FOLDER TIMES LEAST MOST`: so many read-modify-writes on one shared key, each with LEAST to
/// MOST microseconds of work between reading and writing, re-run on conflict as the runtime does it.
struct CountCommand {
  private let container: SQLiteContainer
  private let times: Int
  private let work: ClosedRange<Double>
  private let environment = ContainerEnvironment.system
  private let key = StoredKey("count", in: .shared("counts"))

  init(_ arguments: [String]) throws {
    let words = Words(arguments)
    container = try SQLiteContainer(folder: words.text(1))
    times = try words.number(2)
    work = Double(try words.number(3)) * 1e-6...Double(try words.number(4)) * 1e-6
  }

  /// Prints how many were done, the most re-runs of one, and the seconds it took.
  func run() throws {
    let start = environment.bootSeconds()
    var mostRuns = 0
    var beaten = 0
    for _ in 0..<times {
      let runs = try addOne()
      mostRuns = max(mostRuns, runs)
      if runs > 8 { beaten += 1 }
    }
    let seconds = environment.bootSeconds() - start
    print("done \(times - beaten) reruns \(mostRuns) seconds \(seconds)")
  }

  /// Gives the number of re-runs.
  private func addOne() throws -> Int {
    var turn: Turn?
    let claim = Claim(
      key: DeliveryKey(request: "count", date: try now(), action: "count", userText: nil),
      attempt: 1, start: .first)
    for run in 0...8 {
      let read = try container.value(key.key, in: key.space)
      var reads = ReadSet()
      reads.values[key] = .some(read?.version)
      environment.sleep(Double.random(in: work))
      guard case .integer(let count) = read?.value ?? 0 else { throw DriverError("no number") }
      let transaction = Transaction(
        claim: nil, now: try now(), reads: reads, writes: [key: .set(.integer(count + 1))],
        turn: turn)
      switch try container.commit(transaction, outcome: { _ in [] }) {
      case .committed: return run
      case .conflict: break
      case let other: throw DriverError("\(other)")
      }
      if run >= 2 {
        turn = try container.takeTurn(
          for: reads.turnKeys, claim: claim, seconds: 0.25, waitingSeconds: 2)
      }
    }
    return 9
  }

  private func now() throws -> Timestamp {
    try Timestamp(milliseconds: 1_767_268_800_000)
  }
}
