import ActionPlugins

/// Host functions whose answers a file gives: `{"crm.lookup": {"return": {"tier": "gold"}}}`.
///
/// Each has `return` or `error`, and may have `delay`, in seconds, which passes before it answers.
struct CannedHostFunctions: Sendable {
  /// What one function answers.
  struct Answer: Sendable, Equatable {
    /// What it returns; `nil` where it fails.
    var value: JSONValue?
    /// What it fails with; `nil` where it returns.
    var failure: String?
    /// Seconds that pass before.
    var delay = 0.0
  }

  /// The message of a function that fails.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The answers by the functions' names.
  let answers: [Identifier: Answer]

  /// No functions at all.
  static let none = CannedHostFunctions(answers: [:])

  private init(answers: [Identifier: Answer]) {
    self.answers = answers
  }

  /// Reads a file of answers.
  init(_ bytes: [UInt8], lenient: Bool) throws(JSONError) {
    try self.init(
      JSONReader(lenient: lenient, subject: "the file of host functions").read(bytes), at: .root)
  }

  /// Takes answers out of a document.
  init(_ value: JSONValue, at path: JSONPath) throws(JSONError) {
    guard case .object(let functions) = value else {
      throw JSONFields.wrongType("an object of functions by name", value, at: path)
    }
    var answers: [Identifier: Answer] = [:]
    for function in functions.members {
      answers[function.name] = try Self.answer(
        function.value, at: path.member(function.name.rawValue))
    }
    self.answers = answers
  }

  /// Makes the functions known to a runtime.
  ///
  /// - Parameter isVirtual: Whether time is virtual, so that nobody waits for a delay.
  func register(in runtime: PluginRuntime, isVirtual: Bool = false) throws(RuntimeError) {
    for (name, answer) in answers.sorted(by: { $0.key < $1.key }) {
      try runtime.register(name, simulatedSeconds: answer.delay) { _ in
        if answer.delay > 0, !isVirtual { try await Task.sleep(for: .seconds(answer.delay)) }
        if let failure = answer.failure { throw Failure(description: failure) }
        return answer.value ?? .null
      }
    }
  }

  private static func answer(_ value: JSONValue, at path: JSONPath) throws(JSONError) -> Answer {
    let fields = try JSONFields(value, at: path, known: ["return", "error", "delay"])
    var answer = Answer()
    // A null is a value here, so it is looked for, not asked for.
    answer.value = fields.object["return"]
    answer.failure = try fields.string("error")
    answer.delay = try fields.number("delay") ?? 0
    guard (0...3600).contains(answer.delay) else {
      throw fields.invalid("delay", "must be 0 to 3600 seconds")
    }
    switch (answer.value, answer.failure) {
    case (.none, .none): throw fields.missing("return")
    case (.some, .some):
      throw fields.invalid("error", "a function answers \"return\" or \"error\", not both")
    default: return answer
    }
  }
}
