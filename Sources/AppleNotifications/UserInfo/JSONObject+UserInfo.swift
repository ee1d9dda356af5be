public import ActionPlugins
import Foundation

extension JSONObject {
  /// The most arrays and dictionaries that may lie within each other in `userInfo`.
  public static let maximumUserInfoDepth = 128

  /// A notification's `userInfo` as JSON.
  ///
  /// | in `userInfo` | here |
  /// |---|---|
  /// | a boolean, an integer, a float | the same; `true`, `1` and `1.0` stay three values |
  /// | a string | its characters, not normalised |
  /// | `NSNull` | null |
  /// | an array, a dictionary with strings as keys | the same |
  /// | a date | ISO 8601 in UTC, cut to years 0001 to 9999, rounded to the millisecond |
  /// | data | its Base64 |
  ///
  /// A push never holds dates or data, because it was JSON; a local notification may. Mirrors
  /// `UNNotificationContent.userInfo`.
  ///
  /// - Throws: ``UserInfoError`` for anything else: another class, a key that is no string, NaN and
  ///   infinities, an integer above 9,223,372,036,854,775,807, more than 128 levels. Nothing is
  ///   left out silently.
  public init(userInfo: [AnyHashable: Any]) throws(UserInfoError) {
    let pairs = userInfo.map { (key: $0.key.base, value: $0.value) }
    self = try PropertyListReader.object(pairs, at: .root, level: 1)
  }
}

/// Reads Foundation's values, whichever side of the bridge to Objective-C they are on.
private enum PropertyListReader {
  static func value(
    _ value: Any, at path: JSONPath, level: Int
  ) throws(UserInfoError) -> JSONValue {
    // Numbers come first, and through their class: Swift would take `1` for a Bool as well.
    if let number = value as? NSNumber { return try self.number(number, at: path) }
    if value is NSNull { return .null }
    if let text = value as? String { return .string(text) }
    if let array = value as? NSArray { return try self.array(array, at: path, level: level) }
    if let dictionary = value as? NSDictionary {
      // Not as a Swift dictionary of strings, whose keys would be equal when their letters are
      // merely spelled differently.
      return .object(
        try object(dictionary.map { (key: $0.key, value: $0.value) }, at: path, level: level))
    }
    if let date = value as? Date, !date.timeIntervalSince1970.isNaN {
      let instant = Timestamp.epoch.advanced(bySeconds: date.timeIntervalSince1970)
      return .string(instant.description)
    }
    if let data = value as? Data { return .string(data.base64EncodedString()) }
    if value is Date {
      throw UserInfoError(.invalidNumber, "the date is not a number; set a real one", at: path)
    }
    throw UserInfoError(
      .unsupportedType,
      "a value of type \(type(of: value)) has no JSON form; put strings, numbers, booleans, arrays"
        + " and dictionaries into userInfo",
      at: path)
  }

  static func object(
    _ pairs: [(key: Any, value: Any)], at path: JSONPath, level: Int
  ) throws(UserInfoError) -> JSONObject {
    try check(level, at: path)
    var members: [JSONObject.Member] = []
    members.reserveCapacity(pairs.count)
    for pair in pairs {
      guard let name = pair.key as? String else {
        throw UserInfoError(
          .invalidKey, "a key of type \(type(of: pair.key)) cannot name a member; use a string",
          at: path)
      }
      let value = try value(pair.value, at: path.member(name), level: level + 1)
      members.append(JSONObject.Member(name: Identifier(name), value: value))
    }
    guard let object = JSONObject(distinct: members) else {
      throw UserInfoError(
        .invalidKey, "two keys have the same bytes, so that only one could be kept; rename one",
        at: path)
    }
    return object
  }

  private static func array(
    _ array: NSArray, at path: JSONPath, level: Int
  ) throws(UserInfoError) -> JSONValue {
    try check(level, at: path)
    var items: [JSONValue] = []
    items.reserveCapacity(array.count)
    for (index, item) in array.enumerated() {
      items.append(try value(item, at: path.item(index), level: level + 1))
    }
    return .array(items)
  }

  private static func check(_ level: Int, at path: JSONPath) throws(UserInfoError) {
    guard level > JSONObject.maximumUserInfoDepth else { return }
    throw UserInfoError(
      .tooDeep,
      "arrays and dictionaries lie more than \(JSONObject.maximumUserInfoDepth) levels within each"
        + " other; flatten them",
      at: path)
  }

  private static func number(
    _ number: NSNumber, at path: JSONPath
  ) throws(UserInfoError) -> JSONValue {
    let encoding = unsafe Character(Unicode.Scalar(UInt8(bitPattern: number.objCType.pointee)))
    let isBooleanClass = type(of: number) == type(of: NSNumber(value: true))
    switch NumberKind(encoding: encoding, isBooleanClass: isBooleanClass) {
    case .boolean: return .bool(number.boolValue)
    case .integer: return .integer(number.int64Value)
    case .unsignedInteger:
      if let integer = Int64(exactly: number.uint64Value) { return .integer(integer) }
    case .float:
      if number.doubleValue.isFinite { return .number(number.doubleValue) }
    case nil: break
    }
    throw UserInfoError(
      .invalidNumber,
      "the number is not finite or has no room in 64 bits; send it as a string", at: path)
  }
}
