/// The sizes a world may not exceed.
package struct SandboxLimits: Sendable, Equatable {
  /// Everything that the world allocates, copies for the host included. Bytes.
  package var memoryBytes: Int
  /// One value handed to the host, in encoded form. Bytes.
  package var valueBytes: Int
  /// Nesting of one value handed to the host; a scalar has depth 0.
  package var valueDepth: Int

  package init(
    memoryBytes: Int = 8 << 20, valueBytes: Int = 64 << 10, valueDepth: Int = 32
  ) {
    self.memoryBytes = memoryBytes
    self.valueBytes = valueBytes
    self.valueDepth = valueDepth
  }
}
