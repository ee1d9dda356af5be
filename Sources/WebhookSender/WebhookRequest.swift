import ActionPlugins
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The requests that carry a reply.
enum WebhookRequest {
  /// A reply as a POST of JSON.
  static func post(_ reply: Reply, to target: WebhookAddress) throws(JSONError) -> URLRequest {
    var request = URLRequest(url: target.url)
    request.httpMethod = "POST"
    request.httpBody = Data(try JSONWriter().bytes(reply.json))
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    // The system's own would name the program, and say that its version is unknown.
    request.setValue("plugrun/\(PluginRuntime.version)", forHTTPHeaderField: "User-Agent")
    request.setValue(headerValue(reply.key), forHTTPHeaderField: "Idempotency-Key")
    return request
  }

  /// The next request after a redirect: the same again, or, where the server says that the reply
  /// was taken and its answer lies elsewhere, a GET of that.
  static func redirected(
    _ request: URLRequest, to target: WebhookAddress, repeatsPost: Bool
  ) -> URLRequest {
    var next = request
    next.url = target.url
    if !repeatsPost {
      next.httpMethod = "GET"
      next.httpBody = nil
      next.setValue(nil, forHTTPHeaderField: "Content-Type")
    }
    return next
  }

  /// A key as a header's value. A script's own key may hold any text, line ends among it, which
  /// would be headers of their own.
  static func headerValue(_ key: String) -> String {
    var value = ""
    for byte in key.utf8 {
      if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%") {
        value.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let digits = String(byte, radix: 16, uppercase: true)
        value += "%" + (byte < 16 ? "0" : "") + digits
      }
    }
    return value
  }
}
