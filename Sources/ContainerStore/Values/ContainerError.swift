/// A container that cannot do its work: a fault of the host's side, never of a script.
///
/// The description says what, where and the cure; it holds no stored value.
package struct ContainerError: Error, Sendable, CustomStringConvertible {
  /// What kind of fault it is. More may follow.
  package struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Name: String {
      case locked, busy, full, readOnly, missing, unreadable, newer, corrupt
    }
    private let name: Name

    /// The device is locked and the protected space cannot be read; temporary.
    package static let locked = Code(name: .locked)
    /// Others held the write lock for too long; temporary.
    package static let busy = Code(name: .busy)
    /// The disk, or the quota of the file system, is full.
    package static let full = Code(name: .full)
    /// The folder or its files may not be written.
    package static let readOnly = Code(name: .readOnly)
    /// The container's folder does not exist.
    package static let missing = Code(name: .missing)
    /// A file cannot be opened, read or written.
    package static let unreadable = Code(name: .unreadable)
    /// A newer runtime wrote the container.
    package static let newer = Code(name: .newer)
    /// A file is not, or no longer, a container's.
    package static let corrupt = Code(name: .corrupt)

    package var description: String { name.rawValue }
  }

  package let code: Code
  /// A sentence with the place and the cure.
  package let description: String

  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
