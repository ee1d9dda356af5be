import ContainerStore
import LuaSandbox

/// The names of recorded steps that mean something to the runtime itself.
enum StepName {
  static let sendNow: Identifier = "reply.sendNow"
}

extension [Outcome.ReplyReport] {
  /// Remembers what became of replies; of each, the last word counts.
  mutating func note(_ reports: [Outcome.ReplyReport]) {
    for report in reports {
      if let index = firstIndex(where: { $0.hasID(of: report) }) {
        self[index] = report
      } else {
        append(report)
      }
    }
  }

  /// Whether the same reply is among these.
  func contains(idOf report: Outcome.ReplyReport) -> Bool {
    contains { $0.hasID(of: report) }
  }
}

extension Outcome.ReplyReport {
  fileprivate func hasID(of other: Outcome.ReplyReport) -> Bool {
    id.utf8.elementsEqual(other.id.utf8)
  }

  /// What an earlier run sent at once, by its record; `nil` for other steps.
  init?(sentBy step: RecordedStep, of claim: Claim, in context: InvocationContext) {
    guard step.name == StepName.sendNow, let values = try? StepAnswer.decode(step.answer),
      let arguments = try? JSONReader(
        maximumDepth: JSONReader.deepest, maximumBytes: step.arguments.count
      ).read(step.arguments),
      case .array(let items) = arguments, case .object(let fields)? = items.first
    else { return nil }
    self.init(answer: values, key: step.key, fields: fields, of: claim, in: context)
  }

  /// A reply by what `reply.sendNow` was given and answered; `nil` where it was not sent.
  init?(
    answer: [HostValue], key: Identifier?, fields: JSONObject, of claim: Claim,
    in context: InvocationContext
  ) {
    guard case .value(.object(let answer))? = answer.first, let id = answer["id"]?.text,
      let state = answer["state"]?.text.flatMap(State.init(rawValue:))
    else { return nil }
    self.init(
      id: id, key: key.map { claim.stableKey($0) } ?? id,
      to: fields["to"]?.text ?? context.thread, text: fields["text"]?.text,
      userInfo: fields["userInfo"],
      state: state == .sent && context.services.outbox.sender == nil ? .recorded : state,
      reason: answer["reason"]?.text, now: true)
  }
}

extension Claim {
  /// The idempotency key of a reply to which the script gave a key.
  func stableKey(_ key: Identifier) -> String { "\(invocationID)/\(key)" }
}

extension JSONValue {
  /// The text of a string.
  fileprivate var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// Eight hexadecimal digits that tell these arguments from others.
  var mark: String {
    String(SHA256.hexDigest(of: (try? JSONWriter().bytes(self)) ?? []).prefix(8))
  }
}
