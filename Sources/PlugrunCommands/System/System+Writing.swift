#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension System {
  /// Creates the last part of a path, if it is not there; what is there must be a folder.
  static func makeFolder(_ path: String) throws(SystemError) {
    guard unsafe mkdir(path, 0o755) != 0 else { return }
    guard errno == EEXIST else { throw SystemError(code: errno) }
    guard case .folder = try kind(of: path) else { throw .notADirectory }
  }

  /// Whether there is anything at a path, be it a link that leads nowhere.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  /// Writes a file that is not there yet, following no link; one that cannot be written whole is
  /// removed.
  static func writeNewFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    do throws(SystemError) {
      try write(bytes, to: descriptor)
    } catch {
      close(descriptor)
      unsafe unlink(path)
      throw error
    }
    guard close(descriptor) == 0 else { throw SystemError(code: errno) }
  }

  /// Puts bytes in the place of a file's, all or none of them.
  static func replaceFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let new = "\(path).\(getpid()).new"
    try writeNewFile(new, bytes)
    guard unsafe rename(new, path) == 0 else {
      let error = SystemError(code: errno)
      unsafe unlink(new)
      throw error
    }
  }

  /// Writes where a person said, as ``replaceFile(_:_:)`` does, except that a device, a pipe or a link
  /// is written to: `/dev/null` must not become a file.
  static func writeFile(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else {
      return try replaceFile(path, bytes)
    }
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SystemError(code: errno) }
    do throws(SystemError) {
      try write(bytes, to: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw SystemError(code: errno) }
  }

  /// Removes a file or an empty folder; what cannot be removed stays.
  static func remove(_ path: String) {
    if unsafe unlink(path) != 0 { _ = unsafe rmdir(path) }
  }
}
