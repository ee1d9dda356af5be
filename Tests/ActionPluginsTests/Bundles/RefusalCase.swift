import Testing

/// A manifest that is wrong in one way, and the sentence that must say so.
struct RefusalCase: Sendable, CustomTestStringConvertible {
  let name: String
  let manifest: String
  /// The sentence after `Plugins/messages/plugin.json`, from the `:` on.
  let sentences: [String]

  var testDescription: String { name }

  /// The whole manifest.
  init(_ name: String, manifest: String, _ sentences: String...) {
    self.name = name
    self.manifest = manifest
    self.sentences = sentences
  }

  /// The members of a manifest besides `api`, `identifier` and `version`.
  init(_ name: String, members: String, _ sentences: String...) {
    self.name = name
    manifest = Self.head + members + "}"
    self.sentences = sentences
  }

  /// The members of the only category.
  init(_ name: String, category: String, _ sentences: String...) {
    self.name = name
    manifest = Self.head + #""categories": [{\#(category)}]}"#
    self.sentences = sentences
  }

  /// The members of the only action, which is called `reply` and has a title.
  init(_ name: String, action: String, _ sentences: String...) {
    self.name = name
    manifest =
      Self.head
      + #""categories": [{"identifier": "message", "actions": [{\#(action)}]}]}"#
    self.sentences = sentences
  }

  /// The permissions of an otherwise sound manifest.
  init(_ name: String, permissions: String, _ sentences: String...) {
    self.name = name
    manifest = Self.head + Self.categories + #", "permissions": \#(permissions)}"#
    self.sentences = sentences
  }

  /// The limits of an otherwise sound manifest.
  init(_ name: String, limits: String, _ sentences: String...) {
    self.name = name
    manifest = Self.head + Self.categories + #", "limits": \#(limits)}"#
    self.sentences = sentences
  }

  static let head = #"{"api": 1, "identifier": "com.example.messages", "version": "1.0.0", "#
  static let categories =
    #""categories": [{"identifier": "message", "actions": "#
    + #"[{"identifier": "reply", "title": "Reply"}]}]"#
}
