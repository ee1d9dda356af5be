import ActionPlugins

/// The options of `plugrun test`, read as their types.
struct TestOptions: Sendable {
  /// Folders of bundles, bundles, or files of tests.
  var paths: [String]
  /// What a case's name or file must have in it; `nil` takes all.
  var filter: String?
  var timeZone: String
  /// How the report is printed.
  var format: RunOptions.Format
  /// Where a report for build servers goes.
  var junit: String?
  /// Whether what happened becomes the expectation.
  var updates: Bool
  /// The share of a limit, in percent, above which a case fails.
  var nearLimit: Int?
  /// How many orders of tables each case is run with.
  var orders: Int

  init(_ arguments: ParsedArguments) throws(UsageError) {
    paths = arguments.operands
    let plugins = arguments.text("plugins")
    if !paths.isEmpty, plugins != nil {
      throw UsageError("--plugins and a PATH both say where the tests are; give one of them")
    }
    if paths.isEmpty { paths = [plugins ?? "Plugins"] }
    filter = arguments.text("filter")
    timeZone = try arguments.value("tz", as: .timeZone) ?? "UTC"
    format = try arguments.value("format", as: .choice) ?? .text
    junit = try arguments.value("junit", as: .file)
    updates = arguments.has("update")
    nearLimit = try arguments.value("near-limit", as: .count(1...100, "percent"))
    orders = try arguments.value("orders", as: .count(1...100, "orders")) ?? 1
  }

  /// Whether the filter lets a case through.
  func takes(_ testCase: TestCase) -> Bool {
    guard let filter else { return true }
    return testCase.name.containsBytes(of: filter) || testCase.file.containsBytes(of: filter)
  }
}

extension ValueKind where Value == String {
  /// A file to write.
  static let file = ValueKind(accepts: "a file's path, which is never empty") { path in
    path.isEmpty ? nil : path
  }
}
