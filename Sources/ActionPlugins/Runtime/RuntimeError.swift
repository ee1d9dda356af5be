/// Why the runtime could not be set up or refused a call of the host; never a plugin's failure.
public struct RuntimeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error; new ones may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name by which reports print the code.
    public let rawValue: String

    /// The name.
    public var description: String { rawValue }

    /// The folder of bundles does not exist, cannot be read, or holds no bundle.
    public static let bundles = Code(rawValue: "bundles")
    /// The container cannot be opened, read or written.
    public static let container = Code(rawValue: "container")
    /// The Lua library at hand does not keep what the sandbox needs of it.
    public static let unsafeLua = Code(rawValue: "unsafeLua")
    /// The name cannot name a host function.
    public static let invalidFunctionName = Code(rawValue: "invalidFunctionName")
    /// A host function of this name, or of one that it would be a table for, is registered.
    public static let functionNameTaken = Code(rawValue: "functionNameTaken")
    /// No plugin of this identifier is loaded.
    public static let unknownPlugin = Code(rawValue: "unknownPlugin")
    /// A key or value that cannot be stored.
    public static let notStorable = Code(rawValue: "notStorable")
  }

  /// The kind of error.
  public let code: Code
  /// A sentence with the place and the cure; no personal text.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
