import LuaSandbox

/// What a handler's return value asks for.
struct HandlerReturn {
  var completion = Outcome.Completion.dismiss
  var open: String?
  var result: JSONValue?

  private static let keys: [Identifier] = ["completion", "open", "result"]
  private static let words = Outcome.Completion.allCases.map { Identifier($0.rawValue) }

  /// Reads the first returned value; further ones are ignored, as Lua's callers do.
  ///
  /// - Parameters:
  ///   - file: The handler's file, for messages.
  ///   - mayOpen: Whether the action brings the app to the front.
  ///   - valueBytes: The largest `result` in bytes of JSON.
  init(
    _ values: [HostArgument], file: String, mayOpen: Bool, valueBytes: Int
  ) throws(ScriptRaise) {
    switch values.first {
    case nil, .none?: return
    case .value(.string(let word))?:
      completion = try Self.completion(word, at: "what \(file) returned")
    case .value(.object(let object))?:
      try read(object, file: file, mayOpen: mayOpen, valueBytes: valueBytes)
    case .value(let other)?:
      throw ScriptRaise(
        "what \(file) returned is \(other.luaNoun); return nothing, one of \(Self.known), or a"
          + " table with completion, open and result")
    case .invalid(let invalid)?:
      let place = invalid.path.isEmpty ? "what \(file) returned" : "returned\(invalid.path)"
      throw ScriptRaise("\(place) \(invalid.sentence)")
    case .function?, .bytes?:
      throw ScriptRaise(
        "what \(file) returned is no value with a JSON form; return nothing, one of \(Self.known),"
          + " or a table")
    }
  }

  private mutating func read(
    _ object: JSONObject, file: String, mayOpen: Bool, valueBytes: Int
  ) throws(ScriptRaise) {
    for member in object where !Self.keys.contains(member.name) {
      let near = NearestName.nearest(to: member.name, among: Self.keys)
      let hint = near.map { "; did you mean \"\($0)\"?" } ?? ""
      throw ScriptRaise(
        "returned.\(member.name) is not a known key\(hint) (known: completion, open, result)")
    }
    if let value = object["completion"] {
      guard case .string(let word) = value else {
        throw ScriptRaise(
          "returned.completion must be one of \(Self.known), got \(value.luaNoun)")
      }
      completion = try Self.completion(word, at: "returned.completion")
    }
    if let value = object["open"] {
      guard case .string(let url) = value, url.utf8.contains(UInt8(ascii: ":")) else {
        throw ScriptRaise("returned.open must be a URL such as \"myapp://chat/7\"")
      }
      guard mayOpen else {
        throw ScriptRaise(
          "returned.open is only for foreground actions and the default action; add \"foreground\""
            + " to the action's options, or leave it out")
      }
      open = url
    }
    if let value = object["result"] {
      let size = JSONWriter.encodedSize(of: value)
      guard size <= valueBytes else {
        throw ScriptRaise(
          "returned.result has \(size) bytes of JSON, the limit is \(valueBytes) bytes; return less")
      }
      result = value
    }
  }

  private static func completion(
    _ word: String, at place: String
  ) throws(ScriptRaise) -> Outcome.Completion {
    if let known = Outcome.Completion.allCases.first(where: {
      Identifier($0.rawValue) == Identifier(word)
    }) {
      return known
    }
    let near = NearestName.nearest(to: Identifier(word), among: words)
    let hint = near.map { "; did you mean \"\($0)\"?" } ?? ""
    throw ScriptRaise("\(place) is no known completion\(hint) (known: \(known))")
  }

  private static let known = words.map { "\"\($0)\"" }.joined(separator: ", ")
}
