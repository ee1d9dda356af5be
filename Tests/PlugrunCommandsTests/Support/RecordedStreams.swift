import Notifications
import PlugrunCommands
import Synchronization

/// A stream that keeps what is written to it.
final class RecordingSink: ByteSink {
  let isTerminal: Bool
  private let bytes = Mutex<[UInt8]>([])
  private let failure: (any Error & Sendable)?

  init(isTerminal: Bool = false, failure: (any Error & Sendable)? = nil) {
    self.isTerminal = isTerminal
    self.failure = failure
  }

  func write(_ new: [UInt8]) throws {
    if let failure { throw failure }
    bytes.withLock { $0 += new }
  }

  var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}

/// A stream that holds a text.
struct GivenSource: ByteSource {
  var text = ""
  var isTerminal = false

  func read(limit: Int) throws -> [UInt8] { Array(text.utf8.prefix(limit + 1)) }

  // In small pieces, so that lines are cut in every way.
  func readSome(at offset: Int) throws -> [UInt8] { Array(text.utf8.dropFirst(offset).prefix(7)) }
}

/// What a command did when it was driven without a process.
struct CommandResult {
  var code: ExitCode
  var output: String
  var errors: String
}

/// Runs `plugrun` with the given arguments in this process.
func plugrun(
  _ arguments: [String?], input: GivenSource = GivenSource(), output: RecordingSink = .init(),
  errors: RecordingSink = .init(), variables: [String: String] = [:]
) async -> CommandResult {
  let environment = Environment(
    arguments: arguments, input: input, output: output, errors: errors,
    variable: { variables[$0] }, now: { .epoch }, uptimeSeconds: { 0 }, setTimeZone: { _ in })
  let code = await Commands.run(in: environment)
  return CommandResult(code: code, output: output.text, errors: errors.text)
}
