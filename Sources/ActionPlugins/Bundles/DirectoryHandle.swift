#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif
import Notifications

/// An open folder: everything is looked up relative to it, no link is followed, nothing blocks.
///
/// The one place of this target that calls POSIX. A folder that is swapped for a link between two
/// calls changes nothing, because every step goes through an already open descriptor.
struct DirectoryHandle: ~Copyable {
  private let descriptor: Int32

  /// Opens the folder that the host names. Links in this path are followed: it is the host's word.
  init(path: String) throws(FileFailure) {
    descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileFailure(errno: errno) }
  }

  private init(opened descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    _ = close(descriptor)
  }

  /// Opens a folder inside this one; a link is refused.
  func folder(named name: Identifier) throws(FileFailure) -> DirectoryHandle {
    let opened = unsafe openat(
      descriptor, name.rawValue, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0 else { throw FileFailure(errno: errno) }
    return DirectoryHandle(opened: opened)
  }

  /// What the folder holds, hidden names (`.git`) left out, sorted by the bytes of the names.
  func entries(atMost limit: Int) throws(FileFailure) -> [Entry] {
    let copy = unsafe openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { throw FileFailure(errno: errno) }
    guard let stream = unsafe fdopendir(copy) else {
      let failure = FileFailure(errno: errno)
      _ = close(copy)
      throw failure
    }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let record = unsafe readdir(stream) else {
        guard errno == 0 else { throw FileFailure(errno: errno) }
        break
      }
      let bytes = unsafe Self.name(of: record)
      if bytes.first == UInt8(ascii: ".") { continue }
      guard entries.count < limit else { throw .tooManyEntries }
      if let entry = try entry(named: bytes) { entries.append(entry) }
    }
    return entries.sorted { $0.name < $1.name }
  }

  /// What the name stands for, the link itself where it is one; `nil` where there is nothing.
  func kind(of name: Identifier) throws(FileFailure) -> Kind? {
    var status = stat()
    guard unsafe fstatat(descriptor, name.rawValue, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      if errno == ENOENT { return nil }
      throw FileFailure(errno: errno)
    }
    if Self.isType(status, S_IFLNK) {
      var target = stat()
      let isFound = unsafe fstatat(descriptor, name.rawValue, &target, 0) == 0
      return .link(toFolder: isFound && Self.isType(target, S_IFDIR))
    }
    if Self.isType(status, S_IFDIR) { return .folder }
    if Self.isType(status, S_IFREG) { return .file }
    return .special
  }

  /// The bytes of a regular file, at most `limit` of them.
  ///
  /// A pipe, a socket or a device is refused before it is opened, and again once it is open, so
  /// that nothing waits for a writer.
  func contents(of name: Identifier, atMost limit: Int) throws(FileFailure) -> [UInt8] {
    switch try kind(of: name) {
    case .file?: break
    case nil: throw .missing
    case .link?: throw .link
    case .folder?: throw .folder
    case .special?: throw .special
    }
    let file = unsafe openat(
      descriptor, name.rawValue, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw FileFailure(errno: errno) }
    defer { _ = close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw FileFailure(errno: errno) }
    guard Self.isType(status, S_IFREG) else { throw .special }
    guard status.st_size <= limit else { throw .tooLarge(bytes: Int(status.st_size)) }
    return try Self.rest(of: file, atMost: limit, expecting: Int(status.st_size))
  }

  /// Reads to the end of the file; one that grew past the limit meanwhile is too large as well.
  private static func rest(
    of file: Int32, atMost limit: Int, expecting size: Int
  ) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    var block = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe block.withUnsafeMutableBytes { unsafe systemRead(file, $0) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw FileFailure(errno: errno) }
      guard count > 0 else { return bytes }
      bytes += block[..<count]
      guard bytes.count <= limit else { throw .tooLarge(bytes: bytes.count) }
    }
  }

  private func entry(named bytes: [UInt8]) throws(FileFailure) -> Entry? {
    guard let text = String(validating: bytes, as: UTF8.self),
      bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else {
      let name = Identifier(String(decoding: bytes, as: UTF8.self))
      return Entry(name: name, isText: false, kind: .special)
    }
    let name = Identifier(text)
    // Gone again since it was listed: it was never there.
    guard let kind = try kind(of: name) else { return nil }
    return Entry(name: name, isText: true, kind: kind)
  }

  private static func name(of record: UnsafeMutablePointer<dirent>) -> [UInt8] {
    unsafe withUnsafeBytes(of: &record.pointee.d_name) { buffer in
      unsafe Array(buffer.prefix { $0 != 0 })
    }
  }

  private static func isType(_ status: stat, _ type: mode_t) -> Bool {
    status.st_mode & S_IFMT == type
  }

  /// One name in a folder.
  struct Entry {
    /// The name; where `isText` is false, with U+FFFD for the bytes that are not UTF-8.
    let name: Identifier
    /// Whether the name is UTF-8 without control characters, so that a manifest can refer to it
    /// and a message can print it.
    let isText: Bool
    let kind: Kind
  }

  /// What a name in a folder stands for.
  enum Kind: Equatable {
    case file
    case folder
    /// A symbolic link, never followed; whether a folder lies behind it.
    case link(toFolder: Bool)
    /// A pipe, a socket, a device.
    case special
  }
}

/// The system's call of this name, which a method of the same name would hide.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  unsafe read(file, buffer.baseAddress, buffer.count)
}
