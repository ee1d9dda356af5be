import ActionPlugins
import Foundation

/// What a server's answer means for the reply.
enum AnswerRuling {
  case result(SendResult)
  /// Failed for now; the reason is for people.
  case failure(String)
  /// Ask there, with the reply again or without it.
  case follow(WebhookAddress, repeatsPost: Bool)

  init(_ head: ResponseHead, from target: WebhookAddress) {
    switch head.status {
    case 200...299: self = .result(.sent)
    case 301, 302, 303, 307, 308: self = Self.redirect(head, from: target)
    case 408, 425, 429, 500...599:
      if let wait = RetryAfter.seconds(head) {
        self = .result(.retry(afterSeconds: wait))
      } else {
        self = .failure("answered \(head.status)")
      }
    default: self = .result(.rejected(reason: "\(target.origin) answered \(head.status)"))
    }
  }

  /// Another origin might be anybody, and a reply is a person's: it is never sent there.
  private static func redirect(_ head: ResponseHead, from target: WebhookAddress) -> AnswerRuling {
    guard let location = head.location, let next = target.location(location) else {
      return .result(
        .rejected(
          reason: "\(target.origin) answered \(head.status) without saying where to go"))
    }
    guard next.origin == target.origin else {
      return .result(
        .rejected(
          reason: "\(target.origin) redirected to \(next.origin), and replies do not leave the"
            + " server that was named; name the other one"))
    }
    return .follow(next, repeatsPost: head.status != 303)
  }
}

/// The header `Retry-After`: seconds, or a date.
enum RetryAfter {
  /// The longest wait that a server can ask for, in seconds: a day, after which a reply is given up
  /// by default.
  static let longest: Double = 24 * 3600

  /// Seconds to wait, from 0 to ``longest``; `nil` where the header is absent or says neither.
  ///
  /// A date is compared with the server's own clock where the answer tells it, so that a device
  /// whose clock is wrong waits as long as was meant.
  static func seconds(_ head: ResponseHead, now: Date = Date()) -> Double? {
    guard let text = head.retryAfter.map({ Array($0.utf8) }) else { return nil }
    let digits = text.drop { $0 == 0x20 || $0 == 0x09 }
    if !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    {
      // So many digits that they are no number mean the longest wait as well.
      return min(Double(String(decoding: digits, as: UTF8.self)) ?? longest, longest)
    }
    guard let date = HTTPDate(text) else { return nil }
    let reference =
      head.date.flatMap { HTTPDate(Array($0.utf8)) }?.secondsSince1970
      ?? Int64(now.timeIntervalSince1970)
    return min(max(0, Double(date.secondsSince1970 - reference)), longest)
  }
}
