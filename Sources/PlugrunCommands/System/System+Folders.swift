import ActionPlugins

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension System {
  /// The names in a folder that are text and not hidden, sorted by bytes.
  static func names(in folder: String) throws(SystemError) -> [Identifier] {
    guard let stream = unsafe opendir(folder) else { throw SystemError(code: errno) }
    defer { unsafe closedir(stream) }
    var names: [Identifier] = []
    while true {
      errno = 0
      guard let record = unsafe readdir(stream) else {
        guard errno == 0 else { throw SystemError(code: errno) }
        return names.sorted()
      }
      let bytes = unsafe withUnsafeBytes(of: &record.pointee.d_name) { buffer in
        unsafe Array(buffer.prefix { $0 != 0 })
      }
      guard bytes.first != UInt8(ascii: "."), let name = String(validating: bytes, as: UTF8.self)
      else { continue }
      names.append(Identifier(name))
    }
  }

  /// The folder that a path's last part lies in; `.` for a path of one part.
  static func folder(of path: String) -> String {
    let bytes = Array(path.utf8)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
  }
}
