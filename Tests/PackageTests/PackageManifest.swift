/// The targets of `Package.swift` and what each declares to depend on.
struct PackageManifest {
  /// One declared target.
  struct Target {
    var name: String
    /// `target`, `executableTarget`, `testTarget` or `systemLibrary`.
    var kind: String
    var dependencies: Set<String>
  }

  var targets: [Target] = []

  init(_ text: String) {
    // A regular expression is not Sendable, so it cannot be a static constant.
    let declaration =
      #/
      \.( systemLibrary | target | executableTarget | testTarget ) \( \s*
      name: \s* "( [^"]+ )" \s*
      (?: , \s* dependencies: \s* \[ ( [^\]]* ) \] )?
    /#
    for match in text.matches(of: declaration) {
      let names = (match.output.3 ?? "").matches(of: #/"([^"]+)"/#).map { String($0.output.1) }
      targets.append(
        Target(
          name: String(match.output.2), kind: String(match.output.1), dependencies: Set(names)))
    }
  }
}
