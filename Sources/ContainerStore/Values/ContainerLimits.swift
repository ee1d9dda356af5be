/// How much a container takes. Each limit is named with its value where it is met.
package struct ContainerLimits: Sendable {
  /// Bytes of a key, and of a file's name. Default: 256.
  package var keyBytes: Int
  /// Bytes of a value as JSON. Default: 64 KiB.
  package var valueBytes: Int
  /// Arrays and objects within each other. Default: 32.
  package var valueDepth: Int
  /// Bytes of all keys and values of a space. Default: 1 MiB.
  package var spaceBytes: Int
  /// Bytes of a file. Default: 1 MiB.
  package var fileBytes: Int
  /// Bytes of all files of a plugin. Default: 10 MiB.
  package var filesBytes: Int
  /// Files of a plugin, because empty ones have names as well. Default: 10,000.
  package var files: Int
  /// Starts without an ending after which recovery does not run a delivery again. Default: 2.
  package var starts: Int

  package init(
    keyBytes: Int = 256, valueBytes: Int = 64 << 10, valueDepth: Int = 32,
    spaceBytes: Int = 1 << 20, fileBytes: Int = 1 << 20, filesBytes: Int = 10 << 20,
    files: Int = 10_000, starts: Int = 2
  ) {
    self.keyBytes = keyBytes
    self.valueBytes = valueBytes
    self.valueDepth = valueDepth
    self.spaceBytes = spaceBytes
    self.fileBytes = fileBytes
    self.filesBytes = filesBytes
    self.files = files
    self.starts = starts
  }
}
