#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension System {
  /// The folder that this process's program lies in, symbolic links followed; `nil` where the
  /// system does not tell.
  static func programFolder() -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    #if canImport(Darwin)
      var size = UInt32(buffer.count)
      guard unsafe _NSGetExecutablePath(&buffer, &size) == 0,
        let path = unsafe realpath(buffer, nil)
      else { return nil }
      defer { unsafe free(path) }
      let bytes = unsafe Array(String(cString: path).utf8)
    #else
      let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
      guard count > 0 else { return nil }
      let bytes = buffer[..<count].map(UInt8.init(bitPattern:))
    #endif
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(decoding: bytes[..<slash], as: UTF8.self)
  }

  /// Whether there is a program that this process may start.
  static func isExecutable(_ path: String) -> Bool {
    guard let kind = try? kind(of: path), case .file = kind else { return false }
    return unsafe access(path, X_OK) == 0
  }
}
