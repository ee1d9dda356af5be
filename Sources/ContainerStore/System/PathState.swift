#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What this user finds at a path, symbolic links followed.
enum PathState {
  case absent
  /// A folder on the way may not be entered, so what is there cannot be told.
  case denied
  case folder
  /// A file, or what is used as one.
  case file(isReadable: Bool)

  init(of path: String) {
    var status = stat()
    if unsafe stat(path, &status) != 0 {
      self = errno == EACCES ? .denied : .absent
    } else if status.st_mode & S_IFMT == S_IFDIR {
      self = .folder
    } else {
      self = .file(isReadable: unsafe access(path, R_OK) == 0)
    }
  }
}
