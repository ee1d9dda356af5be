/// A request as it came in.
public struct LoopbackRequest: Sendable {
  /// The first line's first word.
  public var method: String
  /// The path with its query.
  public var path: String
  /// Names in lower case, in the order in which they came.
  public var headers: [(name: String, value: String)]
  /// As many bytes as `Content-Length` says.
  public var body: [UInt8]

  /// The values of a header, one for each time that it was there.
  public func values(_ name: String) -> [String] {
    headers.filter { $0.name.utf8.elementsEqual(name.utf8) }.map(\.value)
  }

  /// The body as text.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Takes one whole request off the front of what was received; `nil` where it has not all come.
  init?(taking received: inout [UInt8]) {
    let end = Array("\r\n\r\n".utf8)
    guard
      let start = received.indices.first(where: { received[$0...].starts(with: end) })
    else { return nil }
    let lines = String(decoding: received[..<start], as: UTF8.self)
      .split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    headers = lines.dropFirst().map { line in
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
      return (parts[0].lowercased(), String(value))
    }
    method = String(words[0])
    path = String(words[1])
    body = []
    let bodyStart = start + end.count
    let length = values("content-length").first.flatMap { Int($0) } ?? 0
    guard received.count >= bodyStart + length else { return nil }
    body = Array(received[bodyStart..<(bodyStart + length)])
    received.removeSubrange(..<(bodyStart + length))
  }
}
