/// One Lua file of a bundle, as it was read.
package struct BundleFile: Sendable, Equatable {
  /// The way from the bundle's folder, with `/`: `lib/format.lua`.
  package let file: String
  /// The text, UTF-8 without NUL.
  package let bytes: [UInt8]

  package init(file: String, bytes: [UInt8]) {
    self.file = file
    self.bytes = bytes
  }

  package static func == (left: BundleFile, right: BundleFile) -> Bool {
    left.file.hasSameBytes(as: right.file) && left.bytes == right.bytes
  }
}
