/// Why no bundle at all could be read from a folder.
public struct BundleFolderError: Error, Sendable, CustomStringConvertible {
  /// The kind of error; new ones may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name by which reports print the code.
    public let rawValue: String

    public var description: String { rawValue }

    /// The folder does not exist.
    public static let missing = Code(rawValue: "missing")
    /// What is there is not a folder, or may not be read.
    public static let unreadable = Code(rawValue: "unreadable")
    /// The folder is neither a bundle nor does it hold one.
    public static let noBundles = Code(rawValue: "noBundles")
  }

  /// The kind of error.
  public let code: Code
  /// The folder, as the host named it.
  public let folder: String
  /// One sentence: the folder, what is wrong, the cure.
  public let description: String

  package init(_ code: Code, folder: String, _ predicate: String) {
    self.code = code
    self.folder = folder
    self.description = "\(folder) \(predicate)"
  }
}
