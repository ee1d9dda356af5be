/// A reply that waits to be sent, or was finally refused.
public struct OutboxReply: Sendable, Hashable {
  /// The reply with where it stands.
  public var reply: Outcome.ReplyReport
  /// The plugin that staged it.
  public var plugin: Identifier
  /// When it was staged.
  public var stagedAt: Timestamp
  /// The attempts so far; being offline is none.
  public var tries: Int
  /// Before when it is not tried again; `nil` where it was refused. What is past may still have to
  /// wait for an earlier reply to the same recipient.
  public var nextTry: Timestamp?

  /// The reply as outcomes print it, with what is known of its way.
  public var json: JSONValue {
    guard case .object(var object) = reply.json else { return .null }
    object["plugin"] = .string(plugin.rawValue)
    object["stagedAt"] = .string(stagedAt.description)
    object["tries"] = .integer(Int64(tries))
    object["nextTry"] = nextTry.map { .string($0.description) } ?? .null
    return .object(object)
  }
}
