#if os(Linux)
  import Foundation

  /// What the kernel knows of this process's locks and open files.
  enum SystemLocks {
    /// Locks of this process on files of the folder.
    static func held(in folder: TemporaryFolder) throws -> Int {
      let inodes = try Set(
        folder.names.map { name in
          let attributes = try FileManager.default.attributesOfItem(
            atPath: "\(folder.path)/\(name)")
          return (attributes[.systemFileNumber] as? UInt64) ?? 0
        })
      let lines = try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
      return lines.count { line in
        let fields = line.split(separator: " ")
        guard let process = fields.firstIndex(of: Substring("\(getpid())")),
          process + 1 < fields.count,
          let inode = fields[process + 1].split(separator: ":").last.flatMap({ UInt64($0) })
        else { return false }
        return inodes.contains(inode)
      }
    }

    /// Files of the folder that this process has open.
    static func openFiles(in folder: TemporaryFolder) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
        let target = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/fd/\(name)")
        return target.flatMap { $0.hasPrefix(folder.path) ? $0 : nil }
      }
    }
  }
#endif
