import ActionPlugins
import Foundation

/// An address that replies may be sent to.
struct WebhookAddress: Sendable {
  let url: URL
  /// Scheme, host and port: all that is ever said of an address, because the rest may hold a secret.
  let origin: Origin

  /// What may be a fetch of the same server, as browsers have it.
  struct Origin: Hashable, CustomStringConvertible {
    let scheme: Identifier
    let host: Identifier
    let port: Int

    var description: String {
      let isUsual = port == WebhookAddress.usualPort(of: scheme)
      let name = host.rawValue.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : "\(host)"
      return "\(scheme)://\(name)" + (isUsual ? "" : ":\(port)")
    }
  }

  init(_ text: String) throws(WebhookError) {
    // What Foundation would encode silently is more likely a mistake than meant.
    guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let url = URL(string: text) else {
      throw WebhookError(
        "the address to send to is no URL; give one such as https://example.com/replies, with"
          + " everything but printable ASCII percent-encoded")
    }
    try self.init(url)
  }

  init(_ url: URL) throws(WebhookError) {
    let scheme = Identifier(url.scheme?.lowercased() ?? "")
    guard let usualPort = Self.usualPort(of: scheme) else {
      throw WebhookError("the address to send to must begin with https:// or http://")
    }
    guard let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty else {
      throw WebhookError("the address to send to names no host; give one behind the two slashes")
    }
    let port = url.port ?? usualPort
    guard (1...65535).contains(port) else {
      throw WebhookError("the port of the address to send to must be 1 to 65535")
    }
    // The network library of some systems takes a scheme in capitals for an unknown one.
    var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    parts?.scheme = scheme.rawValue
    self.url = parts?.url ?? url
    origin = Origin(scheme: scheme, host: Identifier(Self.bare(host)), port: port)
  }

  /// Why this system cannot ask the address although it is one; `nil` where it can.
  var obstacle: WebhookError? {
    #if canImport(FoundationNetworking)
      // It compares the host without its brackets with the one that has them, and gives up.
      origin.host.rawValue.utf8.contains(UInt8(ascii: ":"))
        ? WebhookError(
          "the address to send to cannot be one of IPv6 on this system, whose network library refuses"
            + " them; give a name that stands for it, such as localhost for [::1]") : nil
    #else
      nil
    #endif
  }

  /// The address that a `Location` header means; `nil` where it is none.
  func location(_ text: String) -> WebhookAddress? {
    guard let url = URL(string: text, relativeTo: url)?.absoluteURL else { return nil }
    return try? WebhookAddress(url)
  }

  /// An IPv6 address with or without its brackets is the same host.
  private static func bare(_ host: String) -> String {
    let bytes = Array(host.utf8)
    guard bytes.first == UInt8(ascii: "["), bytes.last == UInt8(ascii: "]") else { return host }
    return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
  }

  fileprivate static func usualPort(of scheme: Identifier) -> Int? {
    switch scheme {
    case "https": 443
    case "http": 80
    default: nil
    }
  }
}
