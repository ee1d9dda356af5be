import ContainerStore
import Notifications

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// `fill FOLDER BYTES`: writes until no file may grow beyond BYTES; `unprivileged FOLDER
/// existing|creating`: writes as a user who owns nothing. Both print what the container says.
struct FaultCommand {
  private let words: Words
  private let key = StoredKey("key", in: .own(plugin: "plugin"))

  init(_ arguments: [String]) {
    words = Words(arguments)
  }

  func fillUp() throws {
    let container = try SQLiteContainer(folder: words.text(1))
    let bytes = rlim_t(try words.number(2))
    // The signal that comes with the limit would end the process; the error is what is wanted.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(UInt32(RLIMIT_FSIZE.rawValue))
    #else
      let resource = RLIMIT_FSIZE
    #endif
    guard unsafe setrlimit(resource, &limit) == 0 else { throw DriverError("no limit") }
    var written = 0
    do {
      while written < 10_000 {
        let file = FileKey(Identifier("file-\(written)"), of: "plugin")
        let count = StoredKey("count", in: .own(plugin: "plugin"))
        try commit(
          container, writes: [count: .set(.integer(Int64(written + 1)))],
          files: [file: .write([UInt8](repeating: 7, count: 40_000))])
        written += 1
      }
    } catch let error as ContainerError {
      print("\(error.code) \(written)\n\(error)")
    }
  }

  func writeUnprivileged() throws {
    if getuid() == 0 {
      guard setgid(65534) == 0, setuid(65534) == 0 else { throw DriverError("still privileged") }
    }
    do {
      let isExisting = try words.text(2) == "existing"
      let container = try SQLiteContainer(
        folder: words.text(1), opening: isExisting ? .existing : .creatingFiles)
      try commit(container, writes: [key: .set(2)], files: [:])
      print("written")
    } catch let error as ContainerError {
      print("\(error.code)\n\(error)")
    }
  }

  private func commit(
    _ container: SQLiteContainer, writes: [StoredKey: Write], files: [FileKey: FileWrite]
  ) throws {
    let now = try Timestamp(milliseconds: 1_767_268_800_000)
    let result = try container.commit(
      Transaction(claim: nil, now: now, writes: writes, files: files)
    ) { _ in [] }
    guard case .committed = result else { throw DriverError("\(result)") }
  }
}

/// Brings printed text out of the process before it waits.
func fflushOutput() {
  fflush(nil)
}
