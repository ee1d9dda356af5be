#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a folder or file could not be read.
enum FileFailure: Error, Equatable {
  case missing
  case notAFolder
  case folder
  case link
  case special
  case notPermitted
  case tooManyEntries
  case tooLarge(bytes: Int)
  case system(code: Int32)

  init(errno code: Int32) {
    switch code {
    case ENOENT: self = .missing
    case ENOTDIR: self = .notAFolder
    case ELOOP: self = .link
    case EACCES, EPERM: self = .notPermitted
    default: self = .system(code: code)
    }
  }

  /// What is wrong and the cure, to follow the file's name and a colon.
  var message: String {
    switch self {
    case .missing: "does not exist"
    case .notAFolder: "not a folder"
    case .folder: "a folder, not a file"
    case .link:
      "a symbolic link; a bundle is read from its own folder only: put the real one there"
    case .special: "a pipe, a socket or a device, not a file"
    case .notPermitted: "may not be read; change its permissions"
    case .tooManyEntries: "holds too many files"
    case .tooLarge(let bytes): "too large (\(bytes) bytes)"
    case .system(let code): "could not be read: \(Self.explanation(of: code))"
    }
  }

  private static func explanation(of code: Int32) -> String {
    var text = [CChar](repeating: 0, count: 256)
    let count = text.count
    guard unsafe strerror_r(code, &text, count) == 0 else { return "system error \(code)" }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
