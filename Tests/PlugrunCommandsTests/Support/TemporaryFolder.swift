#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A folder that is there for one test.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("\(Self.parent)/plugrun-tests-XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Failure(code: errno) }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    Self.removeContents(of: path)
    unsafe rmdir(path)
  }

  struct Failure: Error {
    let code: Int32
  }

  /// Writes a file into the folder and tells its path.
  func file(_ name: String, _ bytes: [UInt8]) throws -> String {
    let path = "\(path)/\(name)"
    guard let file = unsafe fopen(path, "wb") else { throw Failure(code: errno) }
    let written = unsafe fwrite(bytes, 1, bytes.count, file)
    let closed = unsafe fclose(file)
    guard written == bytes.count, closed == 0 else { throw Failure(code: errno) }
    return path
  }

  func file(_ name: String, _ text: String) throws -> String {
    try file(name, Array(text.utf8))
  }

  /// Makes a folder in it and tells its path.
  func folder(_ name: String) throws -> String {
    let path = "\(path)/\(name)"
    guard unsafe mkdir(path, 0o700) == 0 else { throw Failure(code: errno) }
    return path
  }

  /// Makes a named pipe in it and tells its path.
  func pipe(_ name: String) throws -> String {
    let path = "\(path)/\(name)"
    guard unsafe mkfifo(path, 0o600) == 0 else { throw Failure(code: errno) }
    return path
  }

  private static var parent: String {
    guard let folder = unsafe getenv("TMPDIR") else { return "/tmp" }
    return unsafe String(cString: folder)
  }

  private static func removeContents(of path: String) {
    guard let folder = unsafe opendir(path) else { return }
    defer { unsafe closedir(folder) }
    while let entry = unsafe readdir(folder) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      let inner = "\(path)/\(name)"
      if unsafe unlink(inner) != 0 {
        removeContents(of: inner)
        unsafe rmdir(inner)
      }
    }
  }
}
