/// A part of an answer.
public enum LoopbackStep: Sendable {
  case send([UInt8])
  case pause(Double)
  /// Closes the connection, whatever is still owed.
  case close

  /// Sends a text as it is.
  public static func text(_ text: String) -> LoopbackStep { .send(Array(text.utf8)) }
}

extension [LoopbackStep] {
  /// A whole answer.
  ///
  /// - Parameters:
  ///   - length: What `Content-Length` claims; `nil` says the truth.
  public static func answer(
    _ status: Int, headers: [String: String] = [:], body: String = "", length: Int? = nil
  ) -> [LoopbackStep] {
    var head = "HTTP/1.1 \(status) Status\r\nContent-Length: \(length ?? body.utf8.count)\r\n"
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) { head += "\(name): \(value)\r\n" }
    return [.text(head + "\r\n" + body)]
  }
}
