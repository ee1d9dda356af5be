import ActionPlugins

/// One line of what `plugrun` asks for.
///
/// ```
/// {"address": "https://example.com/replies", "attempt": 1, "number": 7, "reply": {"id": "…", …}}
/// {"cancel": 7}
/// ```
///
/// The first is answered by one line, in any order among others:
///
/// ```
/// {"number": 7, "state": "sent"}
/// {"number": 7, "state": "rejected", "reason": "https://example.com answered 403"}
/// {"number": 7, "state": "retry", "seconds": 30}
/// {"number": 7, "state": "failed", "reason": "https://example.com took no connection"}
/// {"number": 7, "state": "offline"}
/// ```
///
/// `reply` is what is posted; `failed` means that another attempt may succeed.
enum WebhookLine {
  case send(number: Int64, address: String, Reply)
  case cancel(number: Int64)
  case unreadable

  init(_ line: String) {
    do {
      let value = try JSONReader(maximumDepth: JSONReader.deepest).read(line)
      let fields = try JSONFields(
        value, known: ["address", "attempt", "number", "reply", "cancel"])
      if let number = try fields.integer("cancel") {
        self = .cancel(number: number)
        return
      }
      let attempt = try fields.integer("attempt").flatMap { Int(exactly: $0) } ?? 1
      self = .send(
        number: try fields.required("number", fields.integer),
        address: try fields.required("address", fields.string),
        try Reply(json: fields.value("reply") ?? .null, attempt: attempt))
    } catch {
      self = .unreadable
    }
  }
}
