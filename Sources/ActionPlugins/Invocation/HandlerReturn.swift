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
  ///   - limits: How large `result` may be.
  init(
    _ values: [HostArgument], file: String, mayOpen: Bool, limits: PluginLimits
  ) throws(HandlerReturnError) {
    switch values.first {
    case nil, .none?: return
    case .value(.string(let word))?:
      completion = try Self.completion(word, at: "what \(file) returned")
    case .value(.object(let object))?:
      try read(object, file: file, mayOpen: mayOpen, limits: limits)
    case .value(let other)?:
      throw HandlerReturnError(
        "what \(file) returned is \(other.luaNoun); return nothing, one of \(Self.known), or a"
          + " table with completion, open and result")
    case .invalid(let invalid)?:
      let place = invalid.path.isEmpty ? "what \(file) returned" : "returned\(invalid.path)"
      throw HandlerReturnError("\(place) \(invalid.sentence(limits, bytes: limits.valueBytes))")
    case .function?, .bytes?:
      throw HandlerReturnError(
        "what \(file) returned is no value with a JSON form; return nothing, one of \(Self.known),"
          + " or a table")
    }
  }

  private mutating func read(
    _ object: JSONObject, file: String, mayOpen: Bool, limits: PluginLimits
  ) throws(HandlerReturnError) {
    for member in object where !Self.keys.contains(member.name) {
      let hint = member.name.hint(among: Self.keys)
      throw HandlerReturnError(
        "returned.\(member.name) is not a known key\(hint) (known: completion, open, result)")
    }
    if let value = object["completion"] {
      guard case .string(let word) = value else {
        throw HandlerReturnError(
          "returned.completion must be one of \(Self.known), got \(value.luaNoun)")
      }
      completion = try Self.completion(word, at: "returned.completion")
    }
    if let value = object["open"] {
      guard case .string(let url) = value, url.utf8.contains(UInt8(ascii: ":")) else {
        throw HandlerReturnError("returned.open must be a URL such as \"myapp://chat/7\"")
      }
      guard mayOpen else {
        throw HandlerReturnError(
          "returned.open is only for foreground actions and the default action; add \"foreground\""
            + " to the action's options, or leave it out")
      }
      open = url
    }
    if let value = object["result"] {
      guard let size = value.encodedBytes, size <= limits.valueBytes else {
        throw HandlerReturnError(
          "returned.result is larger than \(limits.valueBytes) bytes of JSON; return less")
      }
      result = value
    }
  }

  private static func completion(
    _ word: String, at place: String
  ) throws(HandlerReturnError) -> Outcome.Completion {
    if let known = Outcome.Completion.allCases.first(where: {
      Identifier($0.rawValue) == Identifier(word)
    }) {
      return known
    }
    let hint = Identifier(word).hint(among: words)
    throw HandlerReturnError("\(place) is no known completion\(hint) (known: \(known))")
  }

  private static let known = words.map { "\"\($0)\"" }.joined(separator: ", ")
}

/// A return value that asks for what does not exist or is not allowed.
struct HandlerReturnError: Error {
  let sentence: String

  init(_ sentence: String) {
    self.sentence = sentence
  }
}
