import ContainerStore

/// Which space of a container: one of a plugin's two, or one that plugins and the host share.
public enum SpaceName: Sendable, Hashable {
  /// A plugin's own.
  case own(plugin: Identifier)
  /// A plugin's that can be read only while the device is unlocked.
  case protected(plugin: Identifier)
  /// One that plugins with the permission and the host share.
  case shared(Identifier)
}

extension SpaceName: CustomStringConvertible {
  /// The name as tools write it: `own:<plugin>`, `protected:<plugin>`, `shared:<name>`.
  public var description: String { Space(self).description }

  /// Reads what ``description`` gives; `nil` unless it begins with one of the three words and names
  /// one.
  public init?(_ description: String) {
    guard let space = Space(description) else { return nil }
    self.init(space)
  }
}

extension SpaceName {
  init(_ space: Space) {
    switch space {
    case .own(let plugin): self = .own(plugin: plugin)
    case .protected(let plugin): self = .protected(plugin: plugin)
    case .shared(let name): self = .shared(name)
    }
  }
}

extension Space {
  init(_ name: SpaceName) {
    switch name {
    case .own(let plugin): self = .own(plugin: plugin)
    case .protected(let plugin): self = .protected(plugin: plugin)
    case .shared(let name): self = .shared(name)
    }
  }
}
