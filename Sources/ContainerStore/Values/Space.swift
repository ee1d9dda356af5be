package import Notifications

/// A set of key-value pairs that belong together.
package enum Space: Hashable, Sendable {
  /// One plugin's own space.
  case own(plugin: Identifier)
  /// One plugin's space that can be read only while the device is unlocked.
  case protected(plugin: Identifier)
  /// A named space that plugins and the host share.
  case shared(Identifier)

  /// Whether the space can be read and written only while the device is unlocked.
  package var isProtected: Bool {
    if case .protected = self { true } else { false }
  }

  /// Whose it is; `nil` where it is shared.
  package var plugin: Identifier? {
    switch self {
    case .own(let plugin), .protected(let plugin): plugin
    case .shared: nil
    }
  }
}

extension Space: CustomStringConvertible {
  /// The name users write and read: `own:<plugin>`, `protected:<plugin>`, `shared:<name>`.
  package var description: String {
    switch self {
    case .own(let plugin): "own:\(plugin)"
    case .protected(let plugin): "protected:\(plugin)"
    case .shared(let name): "shared:\(name)"
    }
  }

  /// Reads the name users write; `nil` unless it starts with one of the three words and names one.
  package init?(_ description: String) {
    let text = description.utf8
    func rest(after word: StaticString) -> Identifier? {
      let word = Array("\(word):".utf8)
      guard text.starts(with: word), text.count > word.count else { return nil }
      return Identifier(String(Substring(text.dropFirst(word.count))))
    }
    if let plugin = rest(after: "own") {
      self = .own(plugin: plugin)
    } else if let plugin = rest(after: "protected") {
      self = .protected(plugin: plugin)
    } else if let name = rest(after: "shared") {
      self = .shared(name)
    } else {
      return nil
    }
  }
}

/// One key of one space.
package struct StoredKey: Hashable, Sendable {
  package var space: Space
  package var key: Identifier

  package init(_ key: Identifier, in space: Space) {
    self.space = space
    self.key = key
  }
}

/// One file of one plugin.
package struct FileKey: Hashable, Sendable {
  package var plugin: Identifier
  package var name: Identifier

  package init(_ name: Identifier, of plugin: Identifier) {
    self.plugin = plugin
    self.name = name
  }
}
