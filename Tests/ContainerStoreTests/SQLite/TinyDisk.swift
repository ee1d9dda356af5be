import Foundation

/// A file system of 1 MiB of a test's own, where the system lets the test mount one.
final class TinyDisk {
  private let folder: TemporaryFolder

  var path: String { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    guard Self.mount(at: folder.path) else { throw UnexpectedAnswer("nothing was mounted") }
  }

  deinit {
    Self.run("umount", "-l", folder.path)
  }

  /// Leaves less room than a change needs.
  func fill() throws {
    let filler = Data(repeating: 1, count: 400_000)
    try filler.write(to: URL(fileURLWithPath: "\(path)/filler"))
  }

  func empty() throws {
    try FileManager.default.removeItem(atPath: "\(path)/filler")
  }

  /// Tried once.
  static let isAllowed: Bool = {
    #if os(Linux)
      guard getuid() == 0, let folder = try? TemporaryFolder() else { return false }
      let isMounted = mount(at: folder.path)
      if isMounted { run("umount", "-l", folder.path) }
      return isMounted
    #else
      return false
    #endif
  }()

  private static func mount(at path: String) -> Bool {
    run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", path) == 0
  }

  @discardableResult
  private static func run(_ words: String...) -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return -1 }
    process.waitUntilExit()
    return process.terminationStatus
  }
}
