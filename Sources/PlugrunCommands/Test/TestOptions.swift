import ActionPlugins

/// The options of `plugrun test`, read as their types.
struct TestOptions: Sendable {
  /// Folders of bundles, bundles, or files of tests.
  var paths: [String]
  /// What a case's name or file must have in it; `nil` takes all.
  var filter: String?
  var timeZone: String

  init(_ arguments: ParsedArguments) throws(UsageError) {
    paths = arguments.operands
    let plugins = arguments.text("plugins")
    if !paths.isEmpty, plugins != nil {
      throw UsageError("--plugins and a PATH both say where the tests are; give one of them")
    }
    if paths.isEmpty { paths = [plugins ?? "Plugins"] }
    filter = arguments.text("filter")
    timeZone = try arguments.value("tz", as: .timeZone) ?? "UTC"
  }

  /// Whether the filter lets a case through.
  func takes(_ testCase: TestCase) -> Bool {
    guard let filter else { return true }
    return testCase.name.containsBytes(of: filter) || testCase.file.containsBytes(of: filter)
  }
}
