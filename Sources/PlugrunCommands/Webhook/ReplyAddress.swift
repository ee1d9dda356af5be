import ActionPlugins

/// Where replies are posted, as far as it can be judged without the network stack; the program that
/// posts them reads the rest.
struct ReplyAddress {
  /// Whether the host is an address of IPv6, in its brackets.
  let isIPv6: Bool

  /// `nil` for what no reply can be posted to.
  init?(_ text: String) {
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
      let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      ["http", "https"].contains(Identifier(text[..<colon].lowercased()))
    else { return nil }
    let rest = text.utf8[colon...].dropFirst()
    guard rest.starts(with: "//".utf8) else { return nil }
    let authority = rest.dropFirst(2).prefix { !Array("/?#".utf8).contains($0) }
    // A name and a password may stand before the host.
    let place = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false).last
    guard let place, !place.isEmpty else { return nil }
    isIPv6 = place.first == UInt8(ascii: "[")
    let host: Substring.UTF8View
    if isIPv6 {
      guard let end = place.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      host = place[...end]
    } else {
      host = place.prefix { $0 != UInt8(ascii: ":") }
    }
    guard !host.isEmpty, Self.isPort(place[host.endIndex...]) else { return nil }
  }

  /// Whether a colon and a port follow the host, or nothing does.
  private static func isPort(_ text: Substring.UTF8View) -> Bool {
    guard let colon = text.first else { return true }
    let digits = text.dropFirst()
    guard colon == UInt8(ascii: ":"),
      digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return false }
    // Without digits it is the usual port.
    return digits.isEmpty || Int(String(Substring(digits))).map((1...65535).contains) ?? false
  }
}

extension ValueKind where Value == String {
  /// Where replies are posted.
  static let address = ValueKind(
    accepts: "an address such as https://example.com/replies, of printable ASCII, with a port from "
      + "1 to 65535 where it has one"
  ) { ReplyAddress($0) == nil ? nil : $0 }
}

extension UsageError {
  /// The network library of other systems than Apple's asks no address of IPv6 that stands in a URL.
  static func unreachable(_ address: String) -> UsageError? {
    #if canImport(Darwin)
      nil
    #else
      ReplyAddress(address)?.isIPv6 == true
        ? UsageError(
          "--reply-to cannot be an address of IPv6 on this system, whose network library refuses "
            + "them; give a name that stands for it, such as localhost for [::1]") : nil
    #endif
  }
}
