import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is looked at of a server's answer.
struct ResponseHead: Sendable {
  var status: Int
  /// Where a redirect leads.
  var location: String?
  /// The header `Retry-After`.
  var retryAfter: String?
  /// The server's own clock.
  var date: String?

  init(status: Int, location: String? = nil, retryAfter: String? = nil, date: String? = nil) {
    self.status = status
    self.location = location
    self.retryAfter = retryAfter
    self.date = date
  }

  init(_ response: HTTPURLResponse) {
    self.init(
      status: response.statusCode,
      location: response.value(forHTTPHeaderField: "Location"),
      retryAfter: response.value(forHTTPHeaderField: "Retry-After"),
      date: response.value(forHTTPHeaderField: "Date"))
  }

  /// Whether the server has taken the reply, once the body has come as well.
  var isSuccess: Bool { (200...299).contains(status) }
}
