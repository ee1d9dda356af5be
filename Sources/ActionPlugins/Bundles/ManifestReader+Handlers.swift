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
    guard isMissing(named) else { return named }
    let cure = nearest(to: named).map { "did you mean \($0)?" } ?? "create it, or name another"
    report(.missingHandler, at: path, "the bundle has no file \(named.quotedForMessage); \(cure)")
    return nil
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
    guard isMissing(file) else { return file }
    let named = nearest(to: file).map { ": \($0)" } ?? ""
    report(
      .missingHandler, at: fields.path,
      "the bundle has no file \(file.quotedForMessage), which handles this action by default; "
        + "create it, or add \"handler\"\(named)")
    return nil
  }

  private func isMissing(_ file: String) -> Bool {
    scripts.map { !$0.contains(Identifier(file)) } ?? false
  }

  /// What all files end in makes none of them near, so it is not compared.
  private func nearest(to file: String) -> String? {
    func stem(_ file: String) -> String { String(decoding: file.utf8.dropLast(4), as: UTF8.self) }
    let stems = (scripts ?? []).map { stem($0.rawValue) }
    return NearestName.nearest(to: stem(file), among: stems).map { "\($0).lua".quotedForMessage }
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
      return (
        .invalidValue, "\(quoted) has parts that lead nowhere; write \(plain.quotedForMessage)"
      )
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
