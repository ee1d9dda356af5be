import Notifications
import Testing

/// Bytes that nobody would write: nothing traps, and what is accepted keeps its promises.
@Suite struct HostileBytesTests {
  /// A fixed sequence of numbers, so that a failure can be repeated.
  private struct FixedGenerator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  private static let seeds: [[UInt8]] = [
    Array(completeResponse.utf8),
    Array(
      #"{"aps":{"alert":{"title":"é\n\u00e9"},"badge":-0,"sound":{"critical":1}},"x":[1e5,null]}"#
        .utf8),
    Array("\u{FEFF}[1, // a\n {\"b\":[-1.5e-3, true, /* c */ false,],}, \"\\uD83D\\uDE00\"]".utf8),
  ]

  private static let pieces: [[UInt8]] =
    [
      "\"", "\\", "\\u", "\\uD83D", "{", "}", "[", "]", ",", ":", "-", "0", "1e", ".", "e999", "//",
      "/*", "*/", "null", "\u{FEFF}", "\u{0}", "\n", "99999999999999999999", "[[[[[[[[", "aps",
      "\"date\":\"9999-12-31T23:59:59Z\"",
    ].map { Array($0.utf8) } + [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90], [0xE2]]

  private static func mutated(_ seed: [UInt8], _ generator: inout FixedGenerator) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let place = Int.random(in: 0...bytes.count, using: &generator)
      let length = min(Int.random(in: 0...8, using: &generator), bytes.count - place)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.removeSubrange(place..<(place + length))
      case 1: bytes.insert(contentsOf: pieces.randomElement(using: &generator) ?? [], at: place)
      case 2: bytes.removeSubrange(place...)
      default: if place < bytes.count { bytes[place] = .random(in: 0...255, using: &generator) }
      }
    }
    return bytes
  }

  @Test(arguments: 0..<3)
  func `mutated samples never trap, and what is read writes and reads back equal`(
    _ seedIndex: Int
  ) throws {
    let seed = Self.seeds[seedIndex]
    var generator = FixedGenerator(state: UInt64(seedIndex))
    var accepted = 0
    for _ in 0..<3000 {
      let bytes = Self.mutated(seed, &generator)
      _ = try? Payload.read(bytes, lenient: true).findings
      if let response = try? ResponseFile.read(bytes, now: noon, lenient: true) {
        #expect(try NotificationResponse(recorded: response.recordedValue) == response)
      }
      let lenient = try? JSONReader(lenient: true).read(bytes)
      guard let value = try? JSONReader().read(bytes) else { continue }
      accepted += 1
      #expect(lenient == value)
      #expect(try JSONReader().read(try JSONWriter().bytes(value)) == value)
      #expect(try JSONReader().read(try JSONWriter(layout: .pretty).bytes(value)) == value)
    }
    // The lenient seed is seldom strict; the others must often stay readable for this to mean much.
    #expect(accepted > (seedIndex == 2 ? 0 : 100))
  }

  @Test func `every prefix of a sample is refused at its end`() {
    for seed in Self.seeds.prefix(2) {
      let trimmed = seed.count - 1
      for length in 0..<trimmed {
        let error = #expect(throws: JSONError.self) {
          try JSONReader().read(Array(seed[..<length]))
        }
        #expect(
          [.unexpectedEnd, .empty, .invalidUTF8, .unexpectedCharacter].contains(error?.code))
      }
    }
  }
}
