public import ActionPlugins
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends replies to a server: a POST of JSON for each.
///
/// ```swift
/// let sender = try WebhookSender(to: "https://example.com/replies")
/// let runtime = try PluginRuntime(
///   bundles: .directory(plugins), container: .directory(group), device: device,
///   replySender: sender)
/// ```
///
/// The body is
/// `{"id", "key", "to", "text", "userInfo", "plugin", "notification": {"identifier", "date",
/// "category", "thread"}}`, the date in ISO 8601, what is absent `null`. The header
/// `Idempotency-Key` is the same over all attempts at a reply, so that a server which remembers
/// keys takes each reply once; in it `%`, spaces and what is not printable ASCII are
/// percent-encoded.
///
/// | answer | result |
/// |---|---|
/// | 2xx, its body whole or 64 KiB of it | sent |
/// | 408, 425, 429, 5xx; no connection, a broken one, none in time | tried again, not before `Retry-After` |
/// | a redirect within the same scheme, host and port | followed, at most 5 times |
/// | any other | refused |
///
/// An attempt ends with its time, however slowly the server goes on to send. Certificates are
/// checked by the system's rules; `http` is used where the address says so. Errors name the server
/// by scheme, host and port only, and nothing of a reply or an answer. Isolation: safe to use from
/// any task; any number of replies may be on their way at once.
public final class WebhookSender: ReplySender {
  /// Where replies go.
  private let address: WebhookAddress
  private let attemptSeconds: Double
  private let session: WebhookSession

  /// How often one attempt follows a redirect.
  private static let redirects = 5

  /// A sender to one address.
  ///
  /// - Parameters:
  ///   - address: An `https` or `http` URL.
  ///   - attemptSeconds: Seconds that one attempt may take, redirects included, 0.001 to 3600.
  ///     Default: 10, the most that the runtime waits for.
  /// - Throws: ``WebhookError`` where the address is no such URL, or names its host as an address
  ///   of IPv6 on a system that uses FoundationNetworking, which cannot ask one.
  public init(to address: String, attemptSeconds: Double = 10) throws(WebhookError) {
    self.address = try WebhookAddress(address)
    if let obstacle = self.address.obstacle { throw obstacle }
    // `max` first, so that NaN becomes the shortest time.
    self.attemptSeconds = min(max(0.001, attemptSeconds), 3600)
    session = WebhookSession(idleSeconds: self.attemptSeconds + 5)
  }

  deinit {
    session.close()
  }

  /// Makes one attempt at a reply.
  ///
  /// - Throws: A sentence for people where the attempt failed for now without the server having
  ///   said when to try again; the runtime counts it as ``SendResult/retry(afterSeconds:)``.
  public func send(_ reply: Reply) async throws -> SendResult {
    let deadline = ContinuousClock.now + .seconds(attemptSeconds)
    var target = address
    var request: URLRequest
    do {
      request = try WebhookRequest.post(reply, to: target)
    } catch {
      // What the runtime hands over was checked when it was staged.
      return .rejected(reason: "the reply has no JSON form")
    }
    for _ in 0...Self.redirects {
      let head: ResponseHead
      switch await session.exchange(request, until: deadline) {
      case .answered(let answer): head = answer
      case .offline: return .offline
      case .failed(let reason): throw WebhookFailure(reason, from: target)
      }
      switch AnswerRuling(head, from: target) {
      case .result(let result): return result
      case .failure(let reason): throw WebhookFailure(reason, from: target)
      case .follow(let next, let repeatsPost):
        target = next
        request = WebhookRequest.redirected(request, to: next, repeatsPost: repeatsPost)
      }
    }
    return .rejected(
      reason: "\(target.origin) redirected more than \(Self.redirects) times; give the final"
        + " address")
  }
}
