#if os(Linux)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension ProcessTable {
    /// The kernel's identifier of this boot and the process namespace; "" where it cannot be read.
    static let bootID: String = {
      let boot = SmallFile.bytes(at: "/proc/sys/kernel/random/boot_id")
      guard !boot.isEmpty else { return "" }
      let identifier = String(decoding: boot.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      var link = [CChar](repeating: 0, count: 64)
      let length = unsafe readlink("/proc/self/ns/pid", &link, link.count)
      guard length > 0 else { return identifier }
      let namespace = link.prefix(length).map(UInt8.init(bitPattern:))
      return identifier + "/" + String(decoding: namespace, as: UTF8.self)
    }()

    /// The process's start in clock ticks since boot; 0 where it is dead and only waits for its
    /// parent to ask; `nil` where it cannot be read.
    static func startTime(of process: Int32) -> UInt64? {
      let line = SmallFile.bytes(at: "/proc/\(process)/stat")
      // The name in parentheses may hold anything; the fields are counted after its end.
      guard let end = line.lastIndex(of: UInt8(ascii: ")")) else { return nil }
      let fields = line[(end + 1)...].split(separator: UInt8(ascii: " "))
      // Field 22 of the line is the 20th after the name. "Z" and "X" are processes that are dead.
      guard fields.count > 19, let state = fields.first?.first else { return nil }
      guard state != UInt8(ascii: "Z"), state != UInt8(ascii: "X") else { return 0 }
      return UInt64(String(decoding: fields[19], as: UTF8.self))
    }
  }

  /// Reads files of the kernel, which are small and have no length of their own.
  private enum SmallFile {
    static func bytes(at path: String) -> [UInt8] {
      let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return [] }
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
      return count > 0 ? Array(bytes.prefix(count)) : []
    }
  }
#endif
