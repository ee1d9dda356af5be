/// One function of the script API, as far as the sandbox needs to know it.
package struct SandboxFunction: Sendable, Equatable {
  /// How a call runs.
  package enum Kind: Sendable {
    /// Arguments to the host, its answer back.
    case leaf
    /// A key and a function: phase 0 asks the host for the old value, the script's function runs,
    /// phase 1 hands over the key and the new value.
    case update
    /// Names a space; after an answer the script gets a table of the bound functions for it.
    case space
  }

  /// The name in scripts; dots make tables: `storage.get`.
  package var path: String
  /// One letter a parameter.
  ///
  /// `v` a value, `b` bytes, `r` rendered by the safe `tostring`, `f` a function, `k` a value that
  /// stays in Lua (an answer may return it by ``HostValue/argument(_:)``). A last `*` repeats the
  /// letter before it; `r*` joins all arguments by tabs into one text, as `print` does.
  package var parameters: String
  /// How a call runs. Default: ``Kind/leaf``.
  package var kind: Kind
  /// Whether the top level of a handler file may call it, too. Default: false.
  package var isPure: Bool
  /// Whether the host may answer with a wait. Default: false.
  package var mayWait: Bool
  /// Whether it is a member of each space's table as well (`storage.get` as `get`). Default: false.
  package var isBound: Bool

  package init(
    path: String, parameters: String, kind: Kind = .leaf, isPure: Bool = false,
    mayWait: Bool = false, isBound: Bool = false
  ) {
    self.path = path
    self.parameters = parameters
    self.kind = kind
    self.isPure = isPure
    self.mayWait = mayWait
    self.isBound = isBound
  }
}
