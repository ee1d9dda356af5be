package import Notifications

/// What an invocation has read, so that its commit can tell whether somebody changed it since.
///
/// A value of `nil` means that the key or file was absent; it is a read like any other, and a key
/// that appears is a conflict.
package struct ReadSet: Sendable {
  /// A question for the keys of a space.
  package struct KeyQuery: Hashable, Sendable {
    package var space: Space
    package var prefix: Identifier

    package init(_ prefix: Identifier, in space: Space) {
      self.space = space
      self.prefix = prefix
    }
  }

  /// A question for the file names of a plugin.
  package struct FileQuery: Hashable, Sendable {
    package var plugin: Identifier
    package var prefix: Identifier

    package init(_ prefix: Identifier, of plugin: Identifier) {
      self.plugin = plugin
      self.prefix = prefix
    }
  }

  /// Keys with the version that was read; `nil` for an absent key.
  package var values: [StoredKey: Version?] = [:]
  /// Questions for keys, with what was answered.
  package var keyQueries: [KeyQuery: [Identifier]] = [:]
  /// Files with the version that was read; `nil` for an absent file.
  package var files: [FileKey: Version?] = [:]
  /// Questions for file names, with what was answered.
  package var fileQueries: [FileQuery: [Identifier]] = [:]

  package init() {}

  /// Nothing was read.
  package var isEmpty: Bool {
    values.isEmpty && keyQueries.isEmpty && files.isEmpty && fileQueries.isEmpty
  }

  /// What a turn has to keep still for these reads to stay true.
  package var turnKeys: Set<TurnKey> {
    var keys: Set<TurnKey> = []
    for key in values.keys { keys.insert(.value(key)) }
    for query in keyQueries.keys { keys.insert(.keys(query.space)) }
    for file in files.keys { keys.insert(.file(file)) }
    for query in fileQueries.keys { keys.insert(.fileNames(plugin: query.plugin)) }
    return keys
  }
}
