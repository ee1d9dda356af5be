package import Notifications

extension FlatJSON {
  /// The value as a tree, without the members that scripts do not see.
  package var value: JSONValue {
    unsafe bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return .null }
      var reader = unsafe EncodedValueReader(start, count: bytes.count)
      // Only the reader of JSON makes flat values, so that none is malformed.
      return (try? reader.value()) ?? .null
    }
  }
}
