#if canImport(Darwin)
  import Darwin

  extension ProcessTable {
    /// The kernel's identifier of this boot; "" where a sandbox hides it.
    static let bootID: String = {
      var size = 0
      guard unsafe sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 1 else {
        return ""
      }
      var bytes = [UInt8](repeating: 0, count: size)
      guard unsafe sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else {
        return ""
      }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }()

    /// The process's start in microseconds since 1970; `nil` where there is none or a sandbox hides
    /// it.
    static func startTime(of process: Int32) -> UInt64? {
      var name: [Int32] = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      guard unsafe sysctl(&name, 4, &info, &size, nil, 0) == 0, size > 0 else { return nil }
      let start = unsafe info.kp_proc.p_un.__p_starttime
      return UInt64(start.tv_sec) * 1_000_000 + UInt64(start.tv_usec)
    }
  }
#endif
