import Notifications

extension ManifestReader {
  private static let example = "\"reply.lua\""

  /// The file that a member names; nil when it is absent or refused.
  mutating func handler(_ name: String, of fields: JSONFields) -> String? {
    let path = fields.path.member(name)
    let named = attempt { () throws(JSONError) in try fields.string(name) } ?? nil
    guard let named else { return nil }
    if let (code, message) = Self.refusal(of: named) {
      report(code, at: path, message)
      return nil
    }
    return checkExists(named, at: path, missing: "create it, or name another") ? named : nil
  }

  /// The file that handles an action: the one it names, or its identifier with `.lua`.
  mutating func handler(of action: Identifier, in fields: JSONFields) -> String? {
    guard fields.value("handler") == nil else { return handler("handler", of: fields) }
    let file = "\(action).lua"
    guard Self.isPlainFileName(file) else {
      report(
        .missingKey, at: fields.path.member("handler"),
        "required here, because the identifier \(action.rawValue.quotedForMessage) does not make a "
          + "file name; add it, such as \"handler\": \(Self.example)")
      return nil
    }
    let cure = "which handles this action by default; create it, or add \"handler\""
    return checkExists(file, at: fields.path, missing: cure) ? file : nil
  }

  private mutating func checkExists(_ file: String, at path: JSONPath, missing cure: String) -> Bool {
    guard let scripts, !scripts.contains(Identifier(file)) else { return true }
    let nearest = NearestName.nearest(to: Identifier(file), among: scripts)
    let hint = nearest.map { "; did you mean \($0.rawValue.quotedForMessage)?" }
    report(
      .missingHandler, at: path,
      "the bundle has no file \(file.quotedForMessage)"
        + (cure.hasPrefix("which") ? ", \(cure)" : hint == nil ? "; \(cure)" : "") + (hint ?? ""))
    return false
  }

  /// What is wrong with a handler's path before anything is looked up, or nil.
  private static func refusal(of file: String) -> (BundleProblem.Code, String)? {
    guard !file.isEmpty else {
      return (.invalidValue, "must not be empty; name a Lua file such as \(example)")
    }
    let quoted = file.quotedForMessage
    let parts = file.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isAbsolute = file.utf8.first == UInt8(ascii: "/")
    if isAbsolute || parts.contains(where: { $0.elementsEqual("..".utf8) }) {
      return (
        .leavesBundle,
        "\(quoted) \(isAbsolute ? "is an absolute path" : "leaves the bundle"); name a file of the "
          + "bundle, from its folder on, such as \(example)"
      )
    }
    if parts.contains(where: { $0.isEmpty || $0.elementsEqual(".".utf8) }) {
      let plain = parts.filter { !$0.isEmpty && !$0.elementsEqual(".".utf8) }
        .map { String(Substring($0)) }.joined(separator: "/")
      return (.invalidValue, "\(quoted) is not the plain way; write \(plain.quotedForMessage)")
    }
    if parts.contains(where: { $0.first == UInt8(ascii: ".") }) {
      return (
        .invalidValue, "\(quoted) is hidden, and hidden files are not part of a bundle; rename it"
      )
    }
    guard Identifier(file).isLuaFile else {
      return (.invalidValue, "\(quoted) is not a Lua file; its name must end in .lua")
    }
    return nil
  }

  /// Whether a name is that of a visible file beside `plugin.json`.
  private static func isPlainFileName(_ name: String) -> Bool {
    name.utf8.count <= 255 && name.utf8.first != UInt8(ascii: ".")
      && name.utf8.allSatisfy { byte in
        byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "\\")
      }
  }
}
