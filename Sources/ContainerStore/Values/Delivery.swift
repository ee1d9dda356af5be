package import Notifications

/// What tells one delivery of a response from another: 32 bytes.
///
/// Request identifier, date in whole milliseconds, action and typed text (absent or a string, ""
/// included) are hashed with SHA-256, each with its length before it, so that no two different
/// responses give the same bytes.
package struct DeliveryKey: Hashable, Sendable {
  /// The 32 bytes.
  package let bytes: [UInt8]

  /// Hashes what identifies a delivery.
  ///
  /// - Parameter repetition: any text that makes a deliberate repetition a delivery of its own;
  ///   `nil` for a response that came from the system.
  package init(
    request: Identifier, date: Timestamp, action: Identifier, userText: String?,
    repetition: String? = nil
  ) {
    var fields = HashedFields()
    fields.add("response")
    fields.add(request.rawValue)
    fields.add(String(date.milliseconds))
    fields.add(action.rawValue)
    fields.add(optional: userText)
    if let repetition { fields.add(optional: repetition) }
    bytes = fields.digest
  }

  /// The key of the invocation that tells a script of a reply that was finally refused.
  package init(undelivered entry: EntryID) {
    var fields = HashedFields()
    fields.add("undelivered")
    fields.add(entry.name.rawValue)
    bytes = fields.digest
  }

  /// Takes bytes that an earlier key gave; `nil` unless there are 32.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// The identifier of this delivery's invocation, the same over re-runs and recovery: the first
  /// 16 bytes in hexadecimal.
  package var invocationID: Identifier {
    Identifier(SHA256.hexadecimal(Array(bytes.prefix(16))))
  }
}

/// A response on its way to its handler, as the inbox keeps it.
package struct Delivery: Sendable {
  /// Which function of the handler file it is for.
  package enum Entry: Hashable, Sendable {
    case handle
    /// The reply that was finally refused.
    case undelivered(EntryID)
  }

  package var key: DeliveryKey
  package var plugin: Identifier
  package var category: Identifier
  package var action: Identifier
  /// The handler's file within its bundle.
  package var handler: Identifier
  package var entry: Entry
  /// The identifier of the notification's request.
  package var request: Identifier
  /// The notification's date.
  package var date: Timestamp
  /// The response as JSON, for recovery. Empty once the delivery is settled.
  package var response: [UInt8]
  /// When it was first recorded.
  package var recordedAt: Timestamp

  package init(
    key: DeliveryKey, plugin: Identifier, category: Identifier, action: Identifier,
    handler: Identifier, entry: Entry = .handle, request: Identifier, date: Timestamp,
    response: [UInt8], recordedAt: Timestamp
  ) {
    self.key = key
    self.plugin = plugin
    self.category = category
    self.action = action
    self.handler = handler
    self.entry = entry
    self.request = request
    self.date = date
    self.response = response
    self.recordedAt = recordedAt
  }
}
