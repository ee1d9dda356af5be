#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder of a container.
enum Folder {
  /// Creates the last part of the path, if it is not there.
  static func create(_ path: String) throws(ContainerError) {
    guard unsafe mkdir(path, 0o700) != 0 else { return }
    switch errno {
    case EEXIST: return
    case ENOENT:
      throw ContainerError(
        .missing,
        "the folder \(path) cannot be created because the folder above it does not exist; create "
          + "that first, or name another one")
    case ENOTDIR:
      throw ContainerError(
        .missing,
        "the folder \(path) cannot be created because what is above it is a file; name another one")
    case EROFS, EACCES, EPERM:
      throw ContainerError(
        .readOnly,
        "the folder \(path) cannot be created; give this user the right to write the folder above "
          + "it, or name another one")
    case ENOSPC, EDQUOT:
      throw ContainerError(
        .full, "there is no space left for the folder \(path); free space on its disk and try again"
      )
    default:
      let reason = unsafe String(cString: strerror(errno))
      throw ContainerError(
        .unreadable, "the folder \(path) cannot be created: \(reason); name another one")
    }
  }
}
