import ActionPlugins
import Dispatch
import Synchronization

/// Sends replies through `plugrun-webhook`, a program beside this one.
///
/// It is started with the first reply, answers in any order, and ends by itself once this process
/// is gone. Where it is missing, or ends before it has answered, the replies that it had are tried
/// again later.
final class WebhookHelper: ReplySender {
  /// The name of the program.
  static let program = "plugrun-webhook"

  /// Builds programs into the folder where this one was built.
  private static var build: String {
    #if DEBUG
      "swift build"
    #else
      "swift build -c release"
    #endif
  }

  private struct State {
    var process: ChildProcess?
    var waiting: [Int64: CheckedContinuation<SendResult, any Error>] = [:]
    var lastNumber: Int64 = 0
  }

  /// Why an attempt failed, for people.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let address: String
  private let folder: String?
  private let report: @Sendable (String) -> Void
  private let state = Mutex(State())
  private let writing = DispatchQueue(label: "plugrun-webhook input")
  private let reading = DispatchQueue(label: "plugrun-webhook output")

  /// - Parameters:
  ///   - address: Where replies go.
  ///   - folder: Where the program lies; `nil` where this process does not know its own.
  ///   - report: Is told when the program is missing or has ended.
  init(address: String, folder: String?, report: @escaping @Sendable (String) -> Void) {
    self.address = address
    self.folder = folder
    self.report = report
  }

  /// What is wrong with the program, before anything is sent; `nil` where it is there.
  var obstacle: String? {
    guard let folder else {
      return "\(Self.program) cannot be found, because this system does not tell where plugrun lies"
    }
    guard System.isExecutable("\(folder)/\(Self.program)") else {
      return "\(Self.program) is not beside plugrun in \(folder); build it with '\(Self.build) "
        + "--product \(Self.program)', or copy it there"
    }
    return nil
  }

  func send(_ reply: Reply) async throws -> SendResult {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let line = try JSONWriter().bytes([
      "address": .string(address), "attempt": .integer(Int64(reply.attempt)),
      "number": .integer(number), "reply": reply.json,
    ])
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.waiting[number] = continuation }
        guard !Task.isCancelled else { return giveUp(number) }
        do {
          write(line, to: try running())
        } catch {
          report("\(error)")
          end(number, .failure(error))
        }
      }
    } onCancel: {
      giveUp(number)
    }
  }

  /// The program, started where it does not run.
  private func running() throws -> ChildProcess {
    if let obstacle { throw Failure(description: obstacle) }
    let (process, isNew) = try state.withLock { state in
      if let process = state.process { return (process, false) }
      do throws(SystemError) {
        let process = try ChildProcess("\(folder ?? "")/\(Self.program)")
        state.process = process
        return (process, true)
      } catch {
        throw Failure(description: "\(Self.program) cannot be started: \(error)")
      }
    }
    if isNew { reading.async { self.read(process) } }
    return process
  }

  /// Written on a thread of its own: a program that does not read must not hold up anybody else.
  private func write(_ line: [UInt8], to process: ChildProcess) {
    writing.async {
      // Where nobody reads any more, the end of the output tells why.
      try? System.write(line + [UInt8(ascii: "\n")], to: process.input)
    }
  }

  private func giveUp(_ number: Int64) {
    let isWaiting = end(
      number, .failure(Failure(description: "no answer before the attempt was given up")))
    guard isWaiting, let process = state.withLock({ $0.process }) else { return }
    if let line = try? JSONWriter().bytes(["cancel": .integer(number)]) {
      write(line, to: process)
    }
  }

  @discardableResult
  private func end(_ number: Int64, _ result: Result<SendResult, any Error>) -> Bool {
    let continuation = state.withLock { $0.waiting.removeValue(forKey: number) }
    continuation?.resume(with: result)
    return continuation != nil
  }

  // MARK: Answers

  /// The longest line that is an answer, in bytes.
  private static let answerBytes = 64 << 10

  /// Reads answers until the program has ended.
  private func read(_ process: ChildProcess) {
    var rest: [UInt8] = []
    while rest.count <= Self.answerBytes,
      let bytes = try? System.readSome(process.output), !bytes.isEmpty
    {
      rest += bytes
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        answer(Array(rest[..<end]))
        rest.removeSubrange(...end)
      }
    }
    let waiting = state.withLock { state in
      state.process = nil
      defer { state.waiting = [:] }
      return state.waiting
    }
    let ending = process.end()
    guard !waiting.isEmpty else { return }
    let failure = Failure(description: "\(Self.program) \(ending) before it had answered")
    report(failure.description)
    for continuation in waiting.values { continuation.resume(throwing: failure) }
  }

  private func answer(_ line: [UInt8]) {
    do {
      let value = try JSONReader(subject: "an answer").read(line)
      let fields = try JSONFields(value, known: ["number", "state", "reason", "seconds"])
      guard let number = try fields.integer("number") else { return }
      let reason = try fields.string("reason") ?? "no reason given"
      switch try fields.identifier("state") {
      case "sent": end(number, .success(.sent))
      case "offline": end(number, .success(.offline))
      case "rejected": end(number, .success(.rejected(reason: reason)))
      case "retry":
        end(number, .success(.retry(afterSeconds: try fields.number("seconds"))))
      default: end(number, .failure(Failure(description: reason)))
      }
    } catch {
      // What is no answer, such as a library's own words, is passed over.
      return
    }
  }
}
