/// The way from a document's root to one of its parts, printed as `categories[0].actions[1].title`.
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
  /// One step of the way.
  public enum Step: Sendable, Hashable {
    /// Into the named member of an object.
    case member(Identifier)
    /// Into the item of an array, counted from 0.
    case item(Int)
  }

  /// The steps from the root.
  public private(set) var steps: [Step]

  /// The root itself.
  public static let root = JSONPath([])

  /// A way of the given steps.
  public init(_ steps: [Step]) {
    self.steps = steps
  }

  /// The way to the named member of the object here.
  public func member(_ name: String) -> JSONPath {
    JSONPath(steps + [.member(Identifier(name))])
  }

  /// The way to the item of the array here, counted from 0.
  public func item(_ index: Int) -> JSONPath {
    JSONPath(steps + [.item(index)])
  }

  /// The same way with a step before it.
  package func preceded(by step: Step) -> JSONPath {
    JSONPath([step] + steps)
  }

  /// Plain names are joined by dots, other names are quoted in brackets; empty at the root.
  public var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .item(let index):
        text += "[\(index)]"
      case .member(let name) where Self.isPlain(name.rawValue):
        text += text.isEmpty ? name.rawValue : "." + name.rawValue
      case .member(let name):
        text += "[\(name.rawValue.quotedForMessage)]"
      }
    }
    return text
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

extension JSONPath: ExpressibleByStringLiteral {
  /// The way to one member of the root.
  public init(stringLiteral name: String) {
    self = JSONPath.root.member(name)
  }
}
