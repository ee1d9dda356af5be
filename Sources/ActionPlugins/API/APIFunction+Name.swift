extension APIFunction {
  /// The name that a script called it by: `storage.protected.get` for a bound function.
  ///
  func name(in space: CalledSpace) -> String {
    let last = path.split(separator: ".").last.map(String.init) ?? path
    return switch space {
    case .own: path
    case .protected: "storage.protected.\(last)"
    case .shared(let name): "storage.shared(\"\(name)\").\(last)"
    }
  }
}

/// The space whose table a function was taken from, as the sandbox names it.
enum CalledSpace {
  case own
  case protected
  case shared(Identifier)

  /// The sandbox names a bound function's space by the function that gave the table, and where that
  /// took a name, a colon and the name.
  init(_ space: Identifier?) {
    let shared = Identifier("shared:")
    guard let space else {
      self = .own
      return
    }
    guard space.hasPrefix(shared) else {
      self = .protected
      return
    }
    let name = space.rawValue.utf8.dropFirst(shared.rawValue.utf8.count)
    self = .shared(Identifier(String(decoding: name, as: UTF8.self)))
  }
}
