package import Notifications

/// Why a transaction can never be applied. The description holds no stored value.
package enum CommitRefusal: Hashable, Sendable {
  /// An increment of something that is not a number.
  case notANumber(StoredKey)
  /// An increment whose integer result leaves 64 bits, or whose float result is not finite.
  case overflow(StoredKey)
  case emptyKey(Space)
  case keyTooLong(Space, bytes: Int, limit: Int)
  /// A value without a JSON form (NaN, infinity), or nested too deeply.
  case valueNotStorable(StoredKey, reason: String)
  case valueTooLarge(StoredKey, bytes: Int, limit: Int)
  case spaceFull(Space, bytes: Int, limit: Int)
  case fileNameTooLong(plugin: Identifier, bytes: Int, limit: Int)
  case fileTooLarge(FileKey, bytes: Int, limit: Int)
  case filesFull(plugin: Identifier, bytes: Int, limit: Int)
  case tooManyFiles(plugin: Identifier, count: Int, limit: Int)
}

extension CommitRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notANumber(let key):
      "the key \"\(key.key)\" of \(key.space) does not hold a number, so it cannot be incremented; "
        + "set it to a number or remove it first"
    case .overflow(let key):
      "incrementing the key \"\(key.key)\" of \(key.space) leaves the range of 64-bit integers or "
        + "of finite floats; set it to a smaller number first"
    case .emptyKey(let space):
      "a key of \(space) is empty; give it at least one byte"
    case .keyTooLong(let space, let bytes, let limit):
      "a key of \(space) has \(bytes) bytes, the limit is \(limit) bytes; shorten it"
    case .valueNotStorable(let key, let reason):
      "the value of the key \"\(key.key)\" of \(key.space) cannot be stored: \(reason)"
    case .valueTooLarge(let key, let bytes, let limit):
      "the value of the key \"\(key.key)\" of \(key.space) has \(bytes) bytes as JSON, the limit is "
        + "\(limit) bytes; split it over several keys or write a file"
    case .spaceFull(let space, let bytes, let limit):
      "\(space) would hold \(bytes) bytes of keys and values, the limit is \(limit) bytes; remove "
        + "keys that are no longer needed"
    case .fileNameTooLong(let plugin, let bytes, let limit):
      "a file name of \(plugin) has \(bytes) bytes, allowed are 1 to \(limit) bytes; change it"
    case .fileTooLarge(let file, let bytes, let limit):
      "the file \"\(file.name)\" of \(file.plugin) has \(bytes) bytes, the limit is \(limit) bytes; "
        + "split it"
    case .filesFull(let plugin, let bytes, let limit):
      "the files of \(plugin) would have \(bytes) bytes, the limit is \(limit) bytes; remove files "
        + "that are no longer needed"
    case .tooManyFiles(let plugin, let count, let limit):
      "\(plugin) would have \(count) files, the limit is \(limit) files; remove files that are no "
        + "longer needed, or keep more in one"
    }
  }
}
