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

  /// The folder that a path's last part lies in; `.` for a path of one part, which the folder above
  /// is not known for by its text.
  static func folder(of path: String) -> String {
    let bytes = Array(path.utf8)
    if bytes.elementsEqual(".".utf8) { return ".." }
    if bytes.elementsEqual("..".utf8) || bytes.suffix(3).elementsEqual("/..".utf8) {
      return path + "/.."
    }
    if bytes.suffix(2).elementsEqual("/.".utf8) {
      return folder(of: String(decoding: bytes.dropLast(2), as: UTF8.self))
    }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == 0 ? "/" : String(decoding: bytes[..<slash], as: UTF8.self)
  }
}
