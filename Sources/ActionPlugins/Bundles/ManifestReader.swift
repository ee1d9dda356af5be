import Notifications

/// Reads and validates a `plugin.json`, and goes on after a problem to find the others.
///
/// One problem is reported of each object at a time: what lies inside a broken object may be
/// broken because of it.
struct ManifestReader {
  private static let known: JSONNames = [
    "api", "identifier", "version", "categories", "permissions", "limits", "check",
  ]
  private static let knownLimits: JSONNames = ["seconds", "memoryBytes"]
  private static let knownInCheck: JSONNames = ["allow"]

  private let file: String
  /// Every Lua file of the bundle; nil when they are not known, so that none is called missing.
  let scripts: [Identifier]?
  private let ceiling: PluginLimits
  private(set) var problems: [BundleProblem] = []

  /// Reads the bytes of `file`, whose handlers must be among `scripts`.
  ///
  /// Without problems there is a manifest.
  static func read(
    _ bytes: [UInt8], file: String, scripts: [Identifier]?, limits ceiling: PluginLimits
  ) -> (manifest: Manifest?, problems: [BundleProblem]) {
    var reader = ManifestReader(file: file, scripts: scripts, ceiling: ceiling)
    let manifest = reader.manifest(bytes)
    return (reader.problems.isEmpty ? manifest : nil, reader.problems)
  }

  private init(file: String, scripts: [Identifier]?, ceiling: PluginLimits) {
    self.file = file
    self.scripts = scripts
    self.ceiling = ceiling
  }

  // MARK: The parts

  private mutating func manifest(_ bytes: [UInt8]) -> Manifest? {
    let reader = JSONReader(maximumBytes: ceiling.manifestBytes, subject: "the manifest")
    guard let value = attempt({ () throws(JSONError) in try reader.read(bytes) }),
      isServed(value),
      let fields = attempt({ () throws(JSONError) in try JSONFields(value, known: Self.known) })
    else { return nil }
    let identifier = name("identifier", of: fields, example: "com.example.messages")
    let version = name("version", of: fields, example: "1.0.0")
    let categories = categories(of: fields)
    let permissions = permissions(of: fields)
    let (seconds, memoryBytes) = limits(of: fields)
    let allowedRules = allowedRules(of: fields)
    guard let identifier, let version else { return nil }
    return Manifest(
      identifier: identifier, version: version, categories: categories, permissions: permissions,
      seconds: seconds, memoryBytes: memoryBytes, allowedRules: allowedRules)
  }

  /// Whether the manifest is not newer than this runtime; looked at before anything else, because
  /// a newer manifest may have names that mean nothing here.
  private mutating func isServed(_ value: JSONValue) -> Bool {
    guard case .object(let object) = value else { return true }
    let path = JSONPath.root.member("api")
    switch object["api"] {
    case .integer(Manifest.newestAPI)?:
      return true
    case .integer(let number)? where number > Manifest.newestAPI:
      report(
        .newerRuntime, at: path,
        "\(number) needs a newer runtime; this one serves \(Manifest.newestAPI): update the app, "
          + "or write the bundle for \(Manifest.newestAPI)")
      return false
    case nil, .null?:
      report(.missingKey, at: path, "required; add \"api\": \(Manifest.newestAPI)")
    default:
      report(
        .invalidValue, at: path,
        "must be the integer \(Manifest.newestAPI), the version that this runtime serves")
    }
    return true
  }

  private mutating func allowedRules(of fields: JSONFields) -> [Identifier] {
    let names = attempt { () throws(JSONError) in
      try fields.fields("check", known: Self.knownInCheck)?.strings("allow")
    }
    return ((names ?? nil) ?? []).map { Identifier($0) }
  }

  private mutating func limits(of fields: JSONFields) -> (seconds: Double?, memoryBytes: Int?) {
    guard
      let limits = attempt({ () throws(JSONError) in
        try fields.fields("limits", known: Self.knownLimits)
      }) ?? nil
    else { return (nil, nil) }
    let seconds = attempt { () throws(JSONError) in try limits.number("seconds") } ?? nil
    if let seconds {
      check(
        seconds, "seconds", at: limits.path.member("seconds"), ceiling: ceiling.invocationSeconds,
        standard: PluginLimits.default.invocationSeconds)
    }
    let memoryBytes = attempt { () throws(JSONError) in try limits.integer("memoryBytes") } ?? nil
    if let memoryBytes {
      check(
        Double(memoryBytes), "bytes", at: limits.path.member("memoryBytes"),
        ceiling: Double(ceiling.memoryBytes), standard: Double(PluginLimits.default.memoryBytes))
    }
    return (seconds, memoryBytes.flatMap { Int(exactly: $0) })
  }

  /// A limit above both the host's ceiling and the default is refused; one above a ceiling that
  /// the host lowered below the default is accepted here and clamped by the bundle.
  private mutating func check(
    _ value: Double, _ unit: String, at path: JSONPath, ceiling: Double, standard: Double
  ) {
    let highest = max(ceiling, standard)
    if !(value > 0) {
      report(.invalidValue, at: path, "must be above 0 \(unit)")
    } else if value > highest {
      report(
        .aboveCeiling, at: path,
        "\(value.shortest) is above the host's ceiling of \(highest.shortest) \(unit); ask for "
          + "\(highest.shortest) or less")
    }
  }

  // MARK: What every part needs

  /// A required name that is not empty.
  private mutating func name(
    _ name: String, of fields: JSONFields, example: String
  ) -> Identifier? {
    attempt { () throws(JSONError) in
      let text = try fields.required(name, fields.identifier)
      guard !text.rawValue.isEmpty else {
        throw fields.invalid(name, "must not be empty; write one such as \"\(example)\"")
      }
      return text
    }
  }

  /// What `read` gives, or nil with its error among the problems.
  mutating func attempt<Value>(_ read: () throws(JSONError) -> Value) -> Value? {
    do throws(JSONError) {
      return try read()
    } catch {
      report(error)
      return nil
    }
  }

  mutating func report(_ error: JSONError) {
    problems.append(BundleProblem(error, in: file))
  }

  mutating func report(_ code: BundleProblem.Code, at path: JSONPath, _ message: String) {
    problems.append(BundleProblem(code, in: file, at: path, message))
  }
}

extension BundleProblem {
  init(_ error: JSONError, in file: String) {
    let code: Code =
      switch error.code {
      case .unknownKey: .unknownKey
      case .missingKey: .missingKey
      case .wrongType: .wrongType
      case .invalidValue: .invalidValue
      case .tooLarge: .tooLarge
      default: .brokenJSON
      }
    // A manifest is always read strictly: being lenient is no way out, as it is for payloads.
    let message: String =
      switch error.code {
      case .trailingComma: "a comma stands before the closing bracket; remove it"
      case .comment: "JSON has no comments; remove it"
      case .byteOrderMark: "starts with a byte-order mark; save it as UTF-8 without one"
      default: error.message
      }
    self.init(code, in: file, line: error.line, column: error.column, at: error.path, message)
  }
}

extension Double {
  /// The number without a fraction where it has none: `30`, `0.5`.
  var shortest: String {
    Int64(exactly: self).map { String($0) } ?? String(self)
  }
}
