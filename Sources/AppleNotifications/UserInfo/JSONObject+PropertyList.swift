public import ActionPlugins
import Foundation

extension JSONObject {
  /// The object as a `userInfo` that `init(userInfo:)` reads back as an equal one.
  ///
  /// Null becomes `NSNull`, which `userInfo` may hold.
  public var userInfo: [String: Any] {
    // The names are distinct by bytes; a Swift dictionary keeps one of two spellings of the same
    // letters, which is why nested objects do not become one.
    Dictionary(members.map { ($0.name.rawValue, $0.value.propertyList) }) { _, last in last }
  }
}

extension JSONValue {
  /// The value as Foundation's property lists hold it, numbers in the type they have here.
  fileprivate var propertyList: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): NSNumber(value: value)
    case .integer(let value): NSNumber(value: value)
    case .number(let value): NSNumber(value: value)
    case .string(let text): text
    case .array(let items): items.map(\.propertyList)
    case .object(let object): object.propertyList
    }
  }
}

extension JSONObject {
  fileprivate var propertyList: NSDictionary {
    let dictionary = NSMutableDictionary()
    for member in members {
      dictionary.setObject(member.value.propertyList, forKey: member.name.rawValue as NSString)
    }
    return dictionary
  }
}
