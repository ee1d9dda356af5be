/// The targets of `Package.swift` and what each declares to depend on.
struct PackageManifest {
  /// One declared target.
  struct Target {
    var name: String
    /// `target`, `executableTarget`, `testTarget` or `systemLibrary`.
    var kind: String
    var dependencies: Set<String>
    /// Whether its sources lie under `Tests`: a test target, or a program that tests start.
    var isForTests: Bool
  }

  var targets: [Target] = []

  init(_ text: String) {
    // A regular expression is not Sendable, so it cannot be a static constant.
    let declaration =
      #/
      \.( systemLibrary | target | executableTarget | testTarget ) \( \s*
      name: \s* "( [^"]+ )" \s*
      (?: , \s* dependencies: \s* \[ ( [^\]]* ) \] )?
      (?: , \s* path: \s* "( [^"]+ )" )?
    /#
    for match in text.matches(of: declaration) {
      let names = (match.output.3 ?? "").matches(of: #/"([^"]+)"/#).map { String($0.output.1) }
      let kind = String(match.output.1)
      targets.append(
        Target(
          name: String(match.output.2), kind: kind, dependencies: Set(names),
          isForTests: kind == "testTarget" || match.output.4?.hasPrefix("Tests/") == true))
    }
  }
}
