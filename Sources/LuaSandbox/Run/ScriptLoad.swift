/// Loads a handler file on a script thread.
final class ScriptLoad: ScriptJob {
  private let program: ScriptProgram
  private let continuation: CheckedContinuation<Result<ScriptProgram, ScriptLoadError>, Never>

  init(
    program: ScriptProgram,
    continuation: CheckedContinuation<Result<ScriptProgram, ScriptLoadError>, Never>
  ) {
    self.program = program
    self.continuation = continuation
  }

  func perform(on lane: ScriptLane) {
    do throws(ScriptLoadError) {
      try program.load(on: lane)
      continuation.resume(returning: .success(program))
    } catch {
      continuation.resume(returning: .failure(error))
    }
  }

  func refuse(_ sentence: String) {
    continuation.resume(
      returning: .failure(ScriptLoadError(sentence: sentence, file: program.file)))
  }

  func giveUpThread() -> Bool { false }
}
