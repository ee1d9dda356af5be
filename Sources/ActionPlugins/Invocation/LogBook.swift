/// The lines that an invocation has logged, over all its runs.
struct LogBook {
  private(set) var lines: [Outcome.LogLine] = []
  /// Lines above the limit, counted only.
  private(set) var dropped = 0
  /// Bytes that the fields take up, about: a line of two KiB of JSON may be a thousand values.
  private(set) var heldBytes = 0

  private let maximumLines: Int
  private let maximumLineBytes: Int

  init(limits: PluginLimits) {
    maximumLines = limits.logLines
    maximumLineBytes = limits.logLineBytes
  }

  /// Keeps a line, cut to the limit; above the limit of lines it is counted.
  mutating func write(
    _ level: Outcome.LogLine.Level, _ message: String, _ fields: JSONObject, attempt: Int
  ) {
    guard lines.count < maximumLines else {
      dropped += 1
      return
    }
    let fields = cut(fields)
    if !fields.isEmpty { heldBytes += JSONValue.object(fields).heldBytes }
    lines.append(
      Outcome.LogLine(
        level: level, message: message.cut(toBytes: maximumLineBytes), fields: fields,
        attempt: attempt))
  }

  /// Fields share the line's limit; those that are larger give way to a word about their size.
  private func cut(_ fields: JSONObject) -> JSONObject {
    guard !fields.isEmpty, let size = JSONValue.object(fields).encodedBytes else { return fields }
    guard size > maximumLineBytes else { return fields }
    return ["…": .string("\(size) bytes of fields left out, the limit is \(maximumLineBytes)")]
  }
}

extension String {
  /// The text, cut on a character boundary so that it ends in "…" and has at most `limit` bytes.
  func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    let mark = "…"
    var rest = limit - mark.utf8.count
    var end = startIndex
    while end < endIndex {
      let next = index(after: end)
      let size = self[end..<next].utf8.count
      if size > rest { break }
      rest -= size
      end = next
    }
    return self[..<end] + mark
  }
}

extension JSONValue {
  /// The size of the value as JSON; `nil` where it has no JSON form.
  var encodedBytes: Int? {
    JSONWriter().byteCount(self)
  }
}
