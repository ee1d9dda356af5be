/// SHA-256 as FIPS 180-4 has it.
///
/// It is our own because this target imports neither Foundation nor an outside package, and the
/// digests of bundles and the identifiers of payloads need one on every platform. It digests files
/// that anyone may read: it is not hardened for secrets.
public struct SHA256: Sendable {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
    0x5be0_cd19,
  ]
  /// The bytes of a block that is not full yet.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  /// A digest of nothing yet.
  public init() {}

  /// Takes in more bytes.
  public mutating func update(_ bytes: [UInt8]) {
    byteCount &+= UInt64(bytes.count)
    var start = 0
    if !pending.isEmpty {
      start = min(64 - pending.count, bytes.count)
      pending += bytes[..<start]
      guard pending.count == 64 else { return }
      let block = pending
      pending = []
      digestBlock(block.span, at: 0)
    }
    while bytes.count - start >= 64 {
      digestBlock(bytes.span, at: start)
      start += 64
    }
    pending += bytes[start...]
  }

  /// The 32 bytes of the digest of all bytes taken in so far.
  public func finish() -> [UInt8] {
    let bitCount = byteCount &* 8
    var padding: [UInt8] = [0x80]
    padding += repeatElement(0, count: (119 - pending.count) % 64)
    for shift in stride(from: 56, through: 0, by: -8) {
      padding.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    var last = self
    last.update(padding)
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for word in last.state {
      for shift in stride(from: UInt32(24), through: 0, by: -8) {
        digest.append(UInt8(truncatingIfNeeded: word >> shift))
      }
    }
    return digest
  }

  /// The digest of the bytes as 64 lower-case hexadecimal digits.
  public static func hexDigest(of bytes: [UInt8]) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return hexadecimal(digest.finish())
  }

  /// Bytes as lower-case hexadecimal digits.
  public static func hexadecimal(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * bytes.count)
    for byte in bytes {
      text.append(digit(byte >> 4))
      text.append(digit(byte & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  private mutating func digestBlock(_ bytes: Span<UInt8>, at start: Int) {
    let block = bytes.extracting(start..<(start + 64))
    unsafe state.withUnsafeMutableBufferPointer { state in
      unsafe Self.constants.withUnsafeBufferPointer { constants in
        unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
          for index in 0..<16 {
            let word = unsafe block.bytes.unsafeLoadUnaligned(
              fromByteOffset: 4 * index, as: UInt32.self)
            unsafe schedule[index] = UInt32(bigEndian: word)
          }
          for index in 16..<64 {
            let (early, late) = unsafe (schedule[index - 15], schedule[index - 2])
            let first = early.rotated(7) ^ early.rotated(18) ^ early >> 3
            let second = late.rotated(17) ^ late.rotated(19) ^ late >> 10
            unsafe schedule[index] =
              schedule[index - 16] &+ first &+ schedule[index - 7] &+ second
          }
          var (a, b, c, d) = unsafe (state[0], state[1], state[2], state[3])
          var (e, f, g, h) = unsafe (state[4], state[5], state[6], state[7])
          // Eight rounds at a time: the words change their parts instead of their places.
          for index in stride(from: 0, to: 64, by: 8) {
            func input(_ round: Int) -> UInt32 {
              unsafe constants[index + round] &+ schedule[index + round]
            }
            Self.round(a, b, c, &d, e, f, g, &h, input(0))
            Self.round(h, a, b, &c, d, e, f, &g, input(1))
            Self.round(g, h, a, &b, c, d, e, &f, input(2))
            Self.round(f, g, h, &a, b, c, d, &e, input(3))
            Self.round(e, f, g, &h, a, b, c, &d, input(4))
            Self.round(d, e, f, &g, h, a, b, &c, input(5))
            Self.round(c, d, e, &f, g, h, a, &b, input(6))
            Self.round(b, c, d, &e, f, g, h, &a, input(7))
          }
          unsafe state[0] &+= a
          unsafe state[1] &+= b
          unsafe state[2] &+= c
          unsafe state[3] &+= d
          unsafe state[4] &+= e
          unsafe state[5] &+= f
          unsafe state[6] &+= g
          unsafe state[7] &+= h
        }
      }
    }
  }

  /// One round: two of the eight words change.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32,
    _ g: UInt32, _ h: inout UInt32, _ input: UInt32
  ) {
    let sum = e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)
    h = h &+ sum &+ (e & f ^ ~e & g) &+ input
    d = d &+ h
    let mix = a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)
    h = h &+ mix &+ (a & b ^ a & c ^ b & c)
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

extension UInt32 {
  @inline(__always)
  fileprivate func rotated(_ count: UInt32) -> UInt32 {
    self >> count | self << (32 - count)
  }
}
