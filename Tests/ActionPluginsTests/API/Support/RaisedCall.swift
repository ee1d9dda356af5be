import Notifications
import Testing

@testable import ActionPlugins

/// A mistake of a script, and the whole sentence that it is told.
struct RaisedCall: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let call: String
  let message: String

  init(_ call: String, _ message: String, named name: String? = nil) {
    testDescription = name ?? call
    self.call = call
    self.message = message
  }

  /// Makes the call on the handler's second line: the error stands there, and nothing takes effect.
  func expectRaised(
    permissions: String? = nil, functions: [String] = [], device: (any Device)? = nil,
    limits: PluginLimits = .default, prepare: (TestApp) async throws -> Void = { _ in },
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    let app = try TestApp(
      "return function(response)\n  \(call)\nend\n", functions: functions,
      permissions: permissions,
      device: device ?? FixedDevice(isUnlocked: true, answer: .granted), limits: limits)
    try await prepare(app)
    let outcome = await app.handle()
    #expect(outcome.summary == "failed dismiss error", sourceLocation: location)
    let error = try #require(outcome.error, sourceLocation: location)
    #expect(error.message == message, sourceLocation: location)
    #expect(error.file == "main.lua", sourceLocation: location)
    #expect(error.line == 2, sourceLocation: location)
    #expect(outcome.leftNothing, sourceLocation: location)
  }
}
