import Notifications
import Testing

@testable import ActionPlugins

/// Lines of a handler and what they give back to the host.
struct AnsweredCall: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let lines: String
  let result: JSONValue

  /// - Parameter lines: end in `return`ing a list of values that have a JSON form.
  init(_ name: String, _ lines: String, gives result: JSONValue) {
    testDescription = name
    self.lines = lines
    self.result = result
  }

  /// Runs the lines as a function within the handler, whose value is the invocation's result.
  @discardableResult
  func expectAnswered(
    files: [String: String] = [:], functions: [String] = [], device: (any Device)? = nil,
    limits: PluginLimits = .default,
    prepare: (TestApp) async throws -> Void = { _ in },
    at location: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let app = try TestApp(
      """
      local function lines(response)
        \(lines)
      end
      return function(response) return { result = lines(response) } end
      """, files: files, functions: functions,
      device: device ?? FixedDevice(isUnlocked: true, answer: .granted), limits: limits)
    try await prepare(app)
    let outcome = await app.handle("reply", text: "typed")
    #expect(outcome.error?.message == nil, sourceLocation: location)
    #expect(outcome.result?.written == result.written, sourceLocation: location)
    return outcome
  }
}

extension JSONValue {
  /// The value as JSON, compared byte by byte: 1 and 1.0, 0.0 and -0.0, composed and decomposed
  /// letters differ.
  var written: Identifier? {
    (try? JSONWriter().text(self)).map { Identifier($0) }
  }
}
