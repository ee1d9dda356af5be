public import Notifications

/// One thing that makes a bundle refuse to load: where, what, and the cure.
public struct BundleProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of problem; new ones may be added.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The name by which reports print the code.
    public let rawValue: String

    public var description: String { rawValue }

    /// There is no `plugin.json`.
    public static let missingManifest = Code(rawValue: "missingManifest")
    /// A file or folder could not be read, or is none.
    public static let unreadable = Code(rawValue: "unreadable")
    /// Something leaves the bundle's folder: a symbolic link, `..`, an absolute path.
    public static let leavesBundle = Code(rawValue: "leavesBundle")
    /// A file, the bundle's Lua files together, or the folder exceed a limit.
    public static let tooLarge = Code(rawValue: "tooLarge")
    /// A Lua file, or a file's name, is not UTF-8 text.
    public static let notText = Code(rawValue: "notText")
    /// A Lua file holds bytecode.
    public static let precompiled = Code(rawValue: "precompiled")
    /// `plugin.json` is not well-formed JSON, or a name occurs twice in an object.
    public static let brokenJSON = Code(rawValue: "brokenJSON")
    /// A name that is not known at its place.
    public static let unknownKey = Code(rawValue: "unknownKey")
    /// A required name is absent.
    public static let missingKey = Code(rawValue: "missingKey")
    /// A value has another type than its name wants.
    public static let wrongType = Code(rawValue: "wrongType")
    /// A value has the right type and is refused all the same.
    public static let invalidValue = Code(rawValue: "invalidValue")
    /// `api` is newer than this runtime.
    public static let newerRuntime = Code(rawValue: "newerRuntime")
    /// An identifier occurs twice, in the bundle or in another one.
    public static let repeatedIdentifier = Code(rawValue: "repeatedIdentifier")
    /// An action has one of the two identifiers that the system keeps for itself.
    public static let reservedIdentifier = Code(rawValue: "reservedIdentifier")
    /// A category has more actions than the system shows.
    public static let tooManyActions = Code(rawValue: "tooManyActions")
    /// A handler's file does not exist in the bundle.
    public static let missingHandler = Code(rawValue: "missingHandler")
    /// The manifest asks for more than the host's ceiling.
    public static let aboveCeiling = Code(rawValue: "aboveCeiling")
    /// A Lua file's top level failed when it was loaded.
    public static let script = Code(rawValue: "script")
    /// The host refused the bundle, by its digest for example.
    public static let refusedByHost = Code(rawValue: "refusedByHost")
  }

  /// The kind of problem.
  public let code: Code
  /// The file or folder in question, as a person finds it: `Plugins/messages/plugin.json`.
  public let file: String
  /// The line in the file, from 1; nil where the file's text is not at fault.
  public let line: Int?
  /// The column in the line, from 1, in Unicode code points; nil where it is not known.
  public let column: Int?
  /// The way to the offending part of `plugin.json`; nil elsewhere.
  public let path: JSONPath?
  /// What is wrong and the cure, without the place.
  public let message: String

  package init(
    _ code: Code, in file: String, line: Int? = nil, column: Int? = nil, at path: JSONPath? = nil,
    _ message: String
  ) {
    self.code = code
    self.file = file
    self.line = line
    self.column = column
    self.path = path
    self.message = message
  }

  /// The place and the message: `Plugins/messages/plugin.json: categories[0].title: …`, or
  /// `Plugins/messages/plugin.json:3:14: …` where the text itself is broken.
  public var description: String {
    var text = file
    if let line {
      text += ":\(line)"
      if let column { text += ":\(column)" }
    }
    text += ": "
    if let path, path != .root { text += "\(path): " }
    return text + message
  }

  public static func == (left: BundleProblem, right: BundleProblem) -> Bool {
    left.code == right.code && left.file.hasSameBytes(as: right.file) && left.line == right.line
      && left.column == right.column && left.path == right.path
      && left.message.hasSameBytes(as: right.message)
  }
}
