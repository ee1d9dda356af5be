import Notifications

/// The JSON reader, strict and lenient.
enum JSONFuzz {
  static func feed(_ bytes: [UInt8]) {
    let lenient = try? JSONReader(lenient: true, maximumDepth: 64, maximumBytes: 1 << 20).read(
      bytes)
    guard
      let value = try? JSONReader(maximumDepth: 64, maximumBytes: 1 << 20).read(bytes)
    else { return }
    precondition(lenient == value, "lenient reads what strict does")
    guard let written = try? JSONWriter(maximumDepth: 64).bytes(value) else {
      preconditionFailure("what was read can be written")
    }
    let again = try? JSONReader(maximumDepth: 64, maximumBytes: 1 << 22).read(written)
    precondition(again == value, "what was written reads the same")
  }
}
