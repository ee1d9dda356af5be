import CSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Where a file of the container is, and what its errors mean there.
struct DatabaseFile: Sendable {
  var folder: String
  var name: String
  /// The system may refuse to read it while the device is locked.
  var isProtected: Bool

  var path: String { "\(folder)/\(name)" }

  /// What an SQLite result means, as a sentence with the cure.
  ///
  /// - Parameter handle: the connection, whose system error says more; may be `nil`.
  func error(_ result: Int32, of handle: OpaquePointer?) -> ContainerError {
    let last = SystemError.last
    let kept = unsafe handle.map { unsafe sqlite3_system_errno($0) } ?? 0
    let system = kept == 0 && result & 0xFF == SQLITE_IOERR ? last : kept
    let detail = unsafe handle.flatMap { unsafe sqlite3_errmsg($0) }.map {
      unsafe String(cString: $0)
    }
    let cause = Cause(result: result, system: system, detail: detail ?? "no detail")
    switch result & 0xFF {
    case SQLITE_FULL: return full
    case SQLITE_CORRUPT, SQLITE_NOTADB: return corrupt(cause)
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: return busy
    case SQLITE_READONLY: return obstacle ?? readOnly
    case SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH: return systemError(cause)
    default: return unreadable(cause)
    }
  }

  private struct Cause {
    var result: Int32
    var system: Int32
    var detail: String

    var sentence: String {
      let reason = system == 0 ? "" : unsafe ", \(String(cString: strerror(system)))"
      return "\(detail)\(reason) (SQLite result \(result))"
    }
  }

  private func systemError(_ cause: Cause) -> ContainerError {
    switch cause.system {
    case ENOSPC, EDQUOT, EFBIG: return full
    // Data protection refuses so while the device is locked.
    case EPERM where isProtected: return .deviceLocked
    case EROFS: return readOnly
    default: break
    }
    if let obstacle { return obstacle }
    if unsafe access(folder, W_OK | X_OK) != 0 { return readOnly }
    return unreadable(cause)
  }

  var full: ContainerError {
    ContainerError(
      .full,
      "there is no space left for \(path); nothing of the change was kept: free space on its disk "
        + "(or raise the quota) and try again")
  }

  var busy: ContainerError {
    ContainerError(
      .busy,
      "other processes kept \(path) locked for \(BusyHandler.longestSeconds) s; try again, and if "
        + "it stays so end the process that holds it")
  }

  var readOnly: ContainerError {
    ContainerError(
      .readOnly,
      "\(path) cannot be written; give this user the right to write the folder \(folder) and the "
        + "files in it")
  }

  /// The file is not there although the folder can be looked into.
  var missing: ContainerError {
    ContainerError(
      .missing,
      "there is no container in \(folder) (\(name) is missing); name the folder of a container")
  }

  /// What stands in the way to the file, so that it cannot even be looked for; `nil` where nothing
  /// does.
  var obstacle: ContainerError? {
    switch PathState(of: folder) {
    case .absent:
      return ContainerError(
        .missing, "the folder \(folder) does not exist; create it, or name another one")
    case .denied: return denied(folder)
    case .file:
      return ContainerError(
        .unreadable, "\(folder) is a file, not a folder; name the folder of a container")
    case .folder: break
    }
    switch PathState(of: path) {
    case .denied: return denied(folder)
    case .file(isReadable: false): return denied(path)
    case .folder:
      return ContainerError(
        .unreadable, "\(path) is a folder where a file is expected; move it away and try again")
    case .absent, .file(isReadable: true): return nil
    }
  }

  private func denied(_ path: String) -> ContainerError {
    ContainerError(
      .unreadable,
      "access to \(path) is denied; give this user the right to enter the folder \(folder), and to "
        + "read and write the files in it, or name another one")
  }

  func newer(version: Int, known: Int) -> ContainerError {
    ContainerError(
      .newer,
      "\(path) was written by a newer version (schema \(version), this one knows \(known)); update "
        + "this program, or name another container")
  }

  func foreign(_ what: String) -> ContainerError {
    ContainerError(
      .corrupt, "\(path) is \(what); move it away, or name the folder of a container")
  }

  private func corrupt(_ cause: Cause) -> ContainerError {
    ContainerError(
      .corrupt,
      "\(path) is damaged or not a container's: \(cause.sentence); restore it from a backup, or move "
        + "it away (with its -wal and -shm files) to start with an empty one")
  }

  private func unreadable(_ cause: Cause) -> ContainerError {
    ContainerError(
      .unreadable,
      "\(path) cannot be read or written: \(cause.sentence); check that this user may read and write "
        + "it and that its disk is in order")
  }

  var exists: Bool { unsafe access(path, F_OK) == 0 }
}
