import Foundation
import Testing

@testable import WebhookSender

@Suite("Retry-After")
struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 784_111_777)

  @Test(
    "is seconds or a date, from now to a day from now",
    arguments: [
      ("0", 0), ("120", 120), (" 7", 7), ("86400", 86_400), ("86401", 86_400),
      ("99999999999999999999999999", 86_400),
      ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sunday, 06-Nov-94 08:49:47 GMT", 10),
      ("Sun Nov  6 08:49:47 1994", 10), ("Sun, 06 Nov 1994 08:49:36 GMT", 0),
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
    ])
  func waits(_ header: String, _ seconds: Double) {
    let head = ResponseHead(status: 503, retryAfter: header)
    #expect(RetryAfter.seconds(head, now: now) == seconds)
  }

  @Test(
    "that says neither is none",
    arguments: [
      "", " ", "-1", "1.5", "soon", "1e3", "٣", "Sun, 06 Nov 1994 08:49:37 CET",
      "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 99999 08:49:37 GMT",
    ])
  func nonsense(_ header: String) {
    let head = ResponseHead(status: 503, retryAfter: header)
    #expect(RetryAfter.seconds(head, now: now) == nil)
  }

  @Test("goes by the server's clock where the server tells it")
  func serverClock() {
    let head = ResponseHead(
      status: 503, retryAfter: "Sun, 06 Nov 1994 08:50:37 GMT",
      date: "Sun, 06 Nov 1994 08:49:37 GMT")
    #expect(RetryAfter.seconds(head, now: Date(timeIntervalSince1970: 0)) == 60)
  }

  @Test("dates agree with the system's calendar")
  func calendar() {
    for day in stride(from: 0, to: 40_000, by: 97) {
      let date = Date(timeIntervalSince1970: Double(day) * 86_400 + 3_723)
      let text = Self.text(of: date)
      #expect(
        HTTPDate(Array(text.utf8))?.secondsSince1970 == Int64(date.timeIntervalSince1970), "\(text)"
      )
    }
  }

  private static func text(of date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }
}
