import Notifications

/// The response that every row handles: a typed reply to a push, 0.9 KB of JSON.
///
/// Each invocation gets another request identifier, because the same delivery twice would be
/// answered from the record.
struct SampleResponse: Sendable {
  private(set) var bytes: [UInt8]
  private let digits: Range<Int>

  /// - Parameter oneLine: Whether the line ends between its parts are spaces.
  init(oneLine: Bool = false) {
    var bytes = Array(Self.text.utf8)
    if oneLine { bytes = bytes.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: " ") : $0 } }
    let mark = Array("message-".utf8)
    let start = bytes.indices.first { bytes[$0...].starts(with: mark) } ?? 0
    digits = (start + mark.count)..<(start + mark.count + 8)
    self.bytes = bytes
  }

  /// Puts the number into the request identifier, at its eight digits.
  mutating func renumber(_ number: Int) {
    var rest = number
    for index in digits.reversed() {
      bytes[index] = UInt8(ascii: "0") + UInt8(rest % 10)
      rest /= 10
    }
  }

  static let text = """
    {
      "actionIdentifier": "reply",
      "userText": " Γεια, έρχομαι σε λίγο ",
      "notification": {
        "date": "2026-03-02T18:05:00Z",
        "request": {
          "identifier": "message-00000000",
          "content": {
            "title": "Ελένη",
            "body": "Πού είσαι; Σε περιμένουμε όλοι.",
            "badge": 1,
            "categoryIdentifier": "message",
            "threadIdentifier": "chat_eleni",
            "userInfo": {
              "aps": {
                "alert": { "title": "Ελένη", "body": "Πού είσαι; Σε περιμένουμε όλοι." },
                "category": "message",
                "thread-id": "chat_eleni",
                "sound": "default",
                "badge": 1
              },
              "messageId": "m-1003",
              "group": { "id": 42, "members": ["Ελένη", "Νίκος"], "muted": false }
            }
          },
          "trigger": { "type": "push" }
        }
      }
    }
    """
}
