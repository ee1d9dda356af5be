import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The system's HTTP, with each request bounded in time, size and reach.
///
/// URLSession's own time-out is one of idleness: a server that sends a byte now and then outlives it
/// for as long as it likes. So each request has a timer of its own.
final class WebhookSession: Sendable {
  private let session: URLSession
  private let delegate: WebhookDelegate

  /// - Parameter idleSeconds: A limit that is above any attempt's, for what our own timer misses.
  init(idleSeconds: Double) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = idleSeconds
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCredentialStorage = nil
    delegate = WebhookDelegate()
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  /// Makes a request and waits for its end, at most until the deadline.
  func exchange(
    _ request: URLRequest, until deadline: ContinuousClock.Instant
  ) async -> ExchangeEnd {
    let task = session.dataTask(with: request)
    let exchange = Exchange(task)
    delegate.add(exchange, task)
    defer { delegate.remove(task) }
    let timer = Task {
      guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
      exchange.end(.failed("did not answer in time"))
    }
    defer { timer.cancel() }
    task.resume()
    return await exchange.ended()
  }

  /// Ends all requests and frees what the system holds for them.
  func close() {
    session.invalidateAndCancel()
  }
}

/// Hands what the system tells of a request to its exchange.
private final class WebhookDelegate: NSObject, URLSessionDataDelegate {
  private let exchanges = Mutex<[Int: Exchange]>([:])

  func add(_ exchange: Exchange, _ task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = exchange }
  }

  func remove(_ task: URLSessionTask) {
    exchanges.withLock { $0[task.taskIdentifier] = nil }
  }

  private func exchange(_ task: URLSessionTask) -> Exchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    guard let exchange = exchange(dataTask), let response = response as? HTTPURLResponse else {
      return completionHandler(.cancel)
    }
    completionHandler(exchange.receive(ResponseHead(response)) ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(dataTask)?.receive(bytes: data.count)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // We follow by ourselves: the system would drop the body, and go wherever it is sent. The
    // redirect is then told as the answer that it is.
    exchange(task)?.declineRedirect { completionHandler(nil) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let response = task.response as? HTTPURLResponse
    exchange(task)?.complete(error, response.map { ResponseHead($0) })
  }
}
