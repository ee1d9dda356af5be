import ActionPlugins

extension TestCase {
  /// What the case names that its bundle cannot have: a name mistyped would make it pass unseen.
  func misnamed(among permissions: Permissions) -> JSONError? {
    let spaces = permissions.shared.keys.sorted()
    for (member, path) in [
      (JSONValue.object(given.written), self.path.member("given")),
      (.object(expectation.object), expectation.path),
    ] {
      guard case .object(let shared)? = member["storage"]?["shared"] else { continue }
      for space in shared where permissions.shared[space.name] == nil {
        return Self.misnamed(
          "storage.shared", space.name, among: spaces,
          at: path.member("storage").member("shared").member(space.name.rawValue))
      }
    }
    for name in given.functions.answers.keys.sorted() where !permissions.functions.contains(name) {
      return Self.misnamed(
        "functions", name, among: permissions.functions.sorted(),
        at: path.member("given").member("host").member(name.rawValue))
    }
    return nil
  }

  private static func misnamed(
    _ permission: String, _ name: Identifier, among known: [Identifier], at path: JSONPath
  ) -> JSONError {
    let near = NearestName.nearest(to: name, among: known)
    return JSONError(
      .invalidValue,
      "the manifest's permissions.\(permission) does not name \(name.rawValue.quotedForMessage), so"
        + " no script of the bundle can use it"
        + (near.map { "; did you mean \($0.rawValue.quotedForMessage)?" } ?? ""), at: path)
  }
}
