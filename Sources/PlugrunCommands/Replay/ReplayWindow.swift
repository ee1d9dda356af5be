import ActionPlugins

/// The lines that were read and whose results were not written yet, in order.
///
/// A response starts once fewer than `jobs` run and no earlier one of its thread is unfinished.
struct ReplayWindow {
  /// A line that was read.
  enum Entry: Sendable {
    case response(number: Int, NotificationResponse)
    case finished(ReplayResult)
  }

  private enum Slot {
    case waiting(number: Int, NotificationResponse)
    case running(thread: Identifier)
    case finished(ReplayResult)
  }

  private let jobs: Int
  private var slots: [Slot] = []
  /// The number of the first slot, counted from the first line.
  private var first = 0
  private var running = 0

  init(jobs: Int) {
    self.jobs = jobs
  }

  var isEmpty: Bool { slots.isEmpty }

  mutating func append(_ entry: Entry) {
    switch entry {
    case .response(let number, let response): slots.append(.waiting(number: number, response))
    case .finished(let result): slots.append(.finished(result))
    }
  }

  /// The next response to start, with its slot; `nil` where none may start now.
  mutating func takeNext() -> (slot: Int, (number: Int, response: NotificationResponse))? {
    guard running < jobs else { return nil }
    var busy: Set<Identifier> = []
    for index in slots.indices {
      switch slots[index] {
      case .finished: continue
      case .running(let thread): busy.insert(thread)
      case .waiting(let number, let response):
        let thread = Self.thread(of: response)
        guard busy.insert(thread).inserted else { continue }
        slots[index] = .running(thread: thread)
        running += 1
        return (first + index, (number, response))
      }
    }
    return nil
  }

  mutating func finish(_ slot: Int, _ result: ReplayResult) {
    slots[slot - first] = .finished(result)
    running -= 1
  }

  /// The result of the first line, once it is there.
  mutating func takeFinished() -> ReplayResult? {
    guard case .finished(let result)? = slots.first else { return nil }
    slots.removeFirst()
    first += 1
    return result
  }

  /// Forgets what has not started.
  mutating func dropUnstarted() {
    let lastRunning = slots.lastIndex { slot in
      if case .running = slot { true } else { false }
    }
    slots.removeSubrange((lastRunning.map { $0 + 1 } ?? 0)...)
    for index in slots.indices {
      if case .waiting = slots[index] {
        slots[index] = .finished(ReplayResult(line: [], code: .asExpected, kind: .cancelled))
      }
    }
  }

  /// A notification without a thread is one of its own.
  private static func thread(of response: NotificationResponse) -> Identifier {
    let request = response.notification.request
    let thread = request.content.threadIdentifier
    return thread.rawValue.isEmpty
      ? Identifier("request " + request.identifier.rawValue)
      : Identifier("thread " + thread.rawValue)
  }
}
