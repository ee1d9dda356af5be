extension APIFunction {
  /// The name that a script called it by: `storage.protected.get` for a bound function.
  ///
  /// - Parameter space: `nil` for the plain function, "" for the protected space, else a shared
  ///   space's name.
  func name(in space: Identifier?) -> String {
    guard let space else { return path }
    let last = path.split(separator: ".").last.map(String.init) ?? path
    return space.rawValue.isEmpty
      ? "storage.protected.\(last)" : "storage.shared(\"\(space)\").\(last)"
  }
}
