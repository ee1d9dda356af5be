import Notifications
import Testing

/// The vectors of NIST's "Secure Hash Standard" examples and its short-message test set.
@Suite struct SHA256Tests {
  static let vectors: [(String, String)] = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
        + "lmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ]

  @Test(arguments: vectors)
  func `a text has this digest`(_ text: String, _ digest: String) {
    #expect(SHA256.hexDigest(of: Array(text.utf8)) == digest)
  }

  @Test func `a million letters have this digest`() {
    // Not an argument of the table: a test run prints those.
    #expect(
      SHA256.hexDigest(of: [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  @Test func `a byte of its own has this digest`() {
    #expect(
      SHA256.hexDigest(of: [0xBD])
        == "68325720aabd7c82f30f554b313d0570c95accbb7dc4b5aae11204c08ffe732b")
  }

  @Test func `pieces give the digest of the whole, at every length around a block`() {
    for length in 50...140 {
      let bytes = (0..<length).map { UInt8($0) }
      for cut in [0, 1, length / 2, length] {
        var digest = SHA256()
        digest.update(Array(bytes[..<cut]))
        digest.update(Array(bytes[cut...]))
        #expect(SHA256.hexadecimal(digest.finish()) == SHA256.hexDigest(of: bytes))
      }
    }
  }

  @Test func `finishing changes nothing, so more may follow`() {
    var digest = SHA256()
    digest.update(Array("ab".utf8))
    _ = digest.finish()
    digest.update(Array("c".utf8))
    #expect(SHA256.hexadecimal(digest.finish()) == SHA256.hexDigest(of: Array("abc".utf8)))
  }
}
