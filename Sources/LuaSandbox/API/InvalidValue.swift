/// Why a Lua value has no faithful form, and which part of it.
package struct InvalidValue: Sendable, Equatable {
  /// What is wrong with the part.
  package enum Reason: Sendable, CaseIterable {
    /// A function, thread or userdata; a table where bytes are asked for.
    case type
    case nan
    case infinity
    /// A string that is not UTF-8.
    case utf8
    /// A key that is neither a string nor a positive integer.
    case key
    /// String keys and array items in one table.
    case mixed
    /// An array with holes.
    case sparse
    case cycle
    /// Nested deeper than ``SandboxLimits/valueDepth``.
    case depth
    /// Larger than ``SandboxLimits/valueBytes``.
    case size
  }

  package let reason: Reason
  /// The part, such as `.items[3].price`; empty for the value itself.
  package let path: String
  /// The type's name or the offending number; never a string's text.
  package let detail: String

  package init(reason: Reason, path: String, detail: String) {
    self.reason = reason
    self.path = path
    self.detail = detail
  }
}
