/// Where bytes come from.
public protocol ByteSource: Sendable {
  /// Whether a person types them.
  var isTerminal: Bool { get }
  /// Reads to the end, but no more than one byte above `limit`.
  func read(limit: Int) throws -> [UInt8]
  /// The bytes that are there, waiting for the first; none at the end.
  ///
  /// - Parameter offset: How many bytes were read so far.
  func readSome(at offset: Int) throws -> [UInt8]
}

/// Where bytes go.
public protocol ByteSink: Sendable {
  /// Whether a person reads them as they come.
  var isTerminal: Bool { get }
  /// Writes all of them.
  func write(_ bytes: [UInt8]) throws
}

/// A descriptor of this process to read from.
struct DescriptorSource: ByteSource {
  let descriptor: Int32

  var isTerminal: Bool { System.isTerminal(descriptor) }

  func read(limit: Int) throws -> [UInt8] { try System.read(descriptor, limit: limit) }
  func readSome(at offset: Int) throws -> [UInt8] { try System.readSome(descriptor) }
}

/// A descriptor of this process to write to.
struct DescriptorSink: ByteSink {
  let descriptor: Int32

  var isTerminal: Bool { System.isTerminal(descriptor) }

  func write(_ bytes: [UInt8]) throws { try System.write(bytes, to: descriptor) }
}
