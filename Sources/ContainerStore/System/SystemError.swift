#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The calling thread's last system error.
///
/// SQLite keeps it for files that it cannot open, and forgets it for writes that fail.
enum SystemError {
  static var last: Int32 { errno }

  static func clear() { errno = 0 }
}
