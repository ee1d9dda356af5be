import ActionPlugins
import Dispatch

/// All the lines of one `plugrun replay` on their way: read on a thread of its own, handled by a
/// few tasks, told in order. What is held at a time is bounded, whatever the input's length.
struct Replay: Sendable {
  let options: ReplayOptions
  let environment: Environment
  let console: Console

  /// Handles all lines and tells how `plugrun` ends; throws where there is nothing to begin with.
  func run() async throws(Diagnostic) -> ExitCode {
    if let timeZone = options.run.timeZone { environment.setTimeZone(timeZone) }
    let setUp = RuntimeSetUp(options: options.run, environment: environment, console: console)
    let clock = setUp.clock
    let input = try ReplayInput(options.run.response, in: environment)
    let runtime = try setUp.runtime(clock: clock, createsContainer: true)
    if let ending = setUp.tellBundles(of: runtime) { return ending }
    let handler = ReplayHandler(
      runtime: runtime, clock: clock, isLenient: options.run.isLenient, format: options.format,
      input: input.name)
    var progress = ReplayProgress(environment: environment, totalBytes: input.totalBytes)
    let ending = await handle(input, handler, &progress)
    progress.clear()
    switch ending {
    case .brokenPipe: return .asExpected
    case .unwritable(let error):
      return console.fail(
        Diagnostic(
          code: "output", message: "standard output cannot be written: \(error)",
          exitCode: .hostFault))
    case .unreadable(let error):
      console.tell(
        Diagnostic(code: "unreadable", message: "cannot be read: \(error)", file: input.name))
    case .interrupted: console.note("interrupted; the rest of the lines was not handled")
    case .stopped, .done: break
    }
    console.tellPlainly(progress.summary)
    if case .unreadable = ending { return .badInput }
    return progress.code
  }

  /// Why no further line is handled.
  private enum Ending {
    case done
    /// At a bad line, as `--strict` wants.
    case stopped
    case interrupted
    case unreadable(any Error)
    /// Whoever read the results has read enough.
    case brokenPipe
    case unwritable(any Error)
  }

  /// What happens: a line comes, a result is there, the input ends.
  private enum Event: Sendable {
    case line(number: Int, LineReader.Line, bytesRead: Int)
    case result(slot: Int, ReplayResult)
    case end
    case unreadable(any Error)
    case interrupted
  }

  private func handle(
    _ input: ReplayInput, _ handler: ReplayHandler, _ progress: inout ReplayProgress
  ) async -> Ending {
    let (events, feed) = AsyncStream.makeStream(of: Event.self)
    // As many lines are held; a place is free again once its line's result was written.
    // Counted up from zero: one that begins above it may not go away while lines are held.
    let room = DispatchSemaphore(value: 0)
    for _ in 0..<(options.jobs * Self.linesHeldAJob) { room.signal() }
    Self.read(input.source, into: feed, room)
    Interrupts.onFirst { feed.yield(.interrupted) }
    var window = ReplayWindow(jobs: options.jobs)
    return await withDiscardingTaskGroup { group in
      var ending: Ending?
      loop: for await event in events {
        switch event {
        case .line where ending != nil: break
        case .line(let number, let line, let bytesRead):
          progress.bytesRead = bytesRead
          window.append(handler.entry(number: number, line))
        case .result(let slot, let result): window.finish(slot, result)
        case .end: ending = ending ?? .done
        case .unreadable(let error): ending = ending ?? .unreadable(error)
        case .interrupted:
          ending = .interrupted
          window.dropUnstarted()
          group.cancelAll()
        }
        while let (slot, response) = window.takeNext() {
          group.addTask { feed.yield(.result(slot: slot, await handler.result(of: response))) }
        }
        while let result = window.takeFinished() {
          room.signal()
          do {
            try environment.output.write(result.line)
          } catch let error as SystemError where error == .brokenPipe {
            group.cancelAll()
            return .brokenPipe
          } catch {
            group.cancelAll()
            return .unwritable(error)
          }
          progress.count(result)
          if result.isBadLine, options.isStrict {
            group.cancelAll()
            return .stopped
          }
        }
        if let ending, window.isEmpty { return ending }
      }
      return .done
    }
  }

  /// Enough that a slow line does not keep others waiting; at most 256 KiB each.
  private static let linesHeldAJob = 16

  /// Reads lines on a thread of its own, because reading may block for as long as it likes.
  private static func read(
    _ source: any ByteSource, into feed: AsyncStream<Event>.Continuation, _ room: DispatchSemaphore
  ) {
    DispatchQueue(label: "replay").async {
      var reader = LineReader(source, limit: PluginLimits.default.responseBytes)
      var number = 0
      do {
        while let line = try reader.next() {
          number += 1
          if case .text(let bytes) = line, bytes.allSatisfy(\.isJSONSpace) { continue }
          room.wait()
          feed.yield(.line(number: number, line, bytesRead: reader.bytesRead))
        }
        feed.yield(.end)
      } catch {
        feed.yield(.unreadable(error))
      }
    }
  }
}

extension UInt8 {
  fileprivate var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
