import Notifications

extension ManifestReader {
  private static let known: JSONNames = [
    "storage", "reply", "files", "notifications", "functions",
  ]
  private static let knownInStorage: JSONNames = ["shared", "protected"]
  private static let knownInReply: JSONNames = ["to"]

  mutating func permissions(of fields: JSONFields) -> Permissions {
    let inner = attempt { () throws(JSONError) in
      try fields.fields("permissions", known: Self.known)
    }
    guard let fields = inner ?? nil else { return .none }
    let storage = attempt { () throws(JSONError) in
      try fields.fields("storage", known: Self.knownInStorage)
    }
    return Permissions(
      shared: (storage ?? nil).map { shared(of: $0) } ?? [:],
      protected: (storage ?? nil).map { flag("protected", of: $0) } ?? false,
      reply: recipients(of: fields), files: flag("files", of: fields),
      notifications: flag("notifications", of: fields), functions: functions(of: fields))
  }

  private mutating func flag(_ name: String, of fields: JSONFields) -> Bool {
    (attempt { () throws(JSONError) in try fields.bool(name) } ?? nil) ?? false
  }

  private mutating func shared(of storage: JSONFields) -> [Identifier: Permissions.Access] {
    let object = attempt { () throws(JSONError) in try storage.object("shared") } ?? nil
    let path = storage.path.member("shared")
    var spaces: [Identifier: Permissions.Access] = [:]
    for member in object?.members ?? [] {
      let path = path.member(member.name.rawValue)
      if member.name.rawValue.isEmpty {
        report(.invalidValue, at: path, "a shared space's name must not be empty")
      }
      guard case .string(let word) = member.value else {
        report(JSONFields.wrongType("\"read\" or \"readWrite\"", member.value, at: path))
        continue
      }
      let accesses = Permissions.Access.allCases
      if let access = accesses.first(where: { $0.rawValue.hasSameBytes(as: word) }) {
        spaces[member.name] = access
      } else {
        let cure = Self.cure(for: word, among: accesses.map(\.rawValue))
        report(.invalidValue, at: path, "unknown access \(word.quotedForMessage); \(cure)")
      }
    }
    return spaces
  }

  private mutating func recipients(of fields: JSONFields) -> Permissions.Recipients {
    let inner = attempt { () throws(JSONError) in
      try fields.fields("reply", known: Self.knownInReply)
    }
    guard let reply = inner ?? nil else { return .none }
    let names = attempt { () throws(JSONError) in try reply.strings("to") } ?? nil
    var recipients: Set<Identifier> = []
    for (index, name) in (names ?? []).enumerated() {
      if name.isEmpty {
        report(.invalidValue, at: reply.path.member("to").item(index), "must not be empty")
      }
      recipients.insert(Identifier(name))
    }
    return recipients.contains("*") ? .anyone : .named(recipients)
  }

  // MARK: Host functions

  private mutating func functions(of fields: JSONFields) -> Set<Identifier> {
    let names = attempt { () throws(JSONError) in try fields.strings("functions") } ?? nil
    let path = fields.path.member("functions")
    var functions: Set<Identifier> = []
    for (index, name) in (names ?? []).enumerated() {
      if Self.isFunctionName(name) {
        functions.insert(Identifier(name))
      } else {
        report(
          .invalidValue, at: path.item(index),
          "\(name.quotedForMessage) cannot name a host function; write Lua names joined by dots, "
            + "such as \"crm.lookup\"")
      }
    }
    checkTables(functions, listed: names ?? [], at: path)
    return functions
  }

  /// Dots make tables, and a table cannot be a function as well.
  private mutating func checkTables(
    _ functions: Set<Identifier>, listed names: [String], at path: JSONPath
  ) {
    for (index, name) in names.enumerated() {
      let outer = functions.first { outer in
        name.utf8.starts(with: (outer.rawValue + ".").utf8)
      }
      guard let outer else { continue }
      report(
        .invalidValue, at: path.item(index),
        "\"\(name)\" needs \"\(outer)\" to be a table, but that is listed as a function; remove one"
      )
    }
  }

  private static func isFunctionName(_ name: String) -> Bool {
    let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.allSatisfy { part in
      guard let first = part.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
        return false
      }
      return part.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
    }
  }
}
