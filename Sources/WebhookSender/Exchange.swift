import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How one request ended.
enum ExchangeEnd: Sendable {
  /// The head of the answer; of a success the body has come as well.
  case answered(ResponseHead)
  /// The device has no connection at all.
  case offline
  /// No whole answer; the reason is for people and follows the server's name.
  case failed(String)
}

/// One request and its answer, ended once by whatever comes first: the answer, an error, the
/// deadline, or the one who asked giving up.
final class Exchange: Sendable {
  private struct State {
    var continuation: CheckedContinuation<ExchangeEnd, Never>?
    var end: ExchangeEnd?
    var head: ResponseHead?
    var bodyBytes = 0
  }

  private let state = Mutex(State())
  private let task: URLSessionTask

  /// Bytes of an answer's body that are read; a longer one is cut off there.
  static let bodyBytes = 64 << 10

  init(_ task: URLSessionTask) {
    self.task = task
  }

  /// Waits for the end.
  func ended() async -> ExchangeEnd {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let end = state.withLock { state in
          if state.end == nil { state.continuation = continuation }
          return state.end
        }
        if let end { continuation.resume(returning: end) }
      }
    } onCancel: {
      end(.failed("did not answer before the attempt was given up"))
    }
  }

  /// The first end counts; what the system still does for the request is stopped.
  func end(_ end: ExchangeEnd) {
    let (isFirst, continuation) = state.withLock { state in
      guard state.end == nil else {
        return (false, nil as CheckedContinuation<ExchangeEnd, Never>?)
      }
      state.end = end
      defer { state.continuation = nil }
      return (true, state.continuation)
    }
    continuation?.resume(returning: end)
    if isFirst { task.cancel() }
  }

  /// The head has come; tells whether the body is wanted.
  func receive(_ head: ResponseHead) -> Bool {
    guard head.isSuccess else {
      end(.answered(head))
      return false
    }
    return state.withLock { state in
      state.head = head
      return state.end == nil
    }
  }

  /// The server redirects: ends the exchange with that answer, as all others end it.
  ///
  /// FoundationNetworking traps where it is answered about the redirect of a request that was
  /// cancelled. So whoever ended the exchange first is known here before it is answered, and whoever
  /// ends it later cancels behind the answer, because both go through one queue.
  func declineRedirect(_ decline: () -> Void) {
    state.withLock { state in
      if state.end == nil { decline() }
    }
  }

  /// A piece of the body has come.
  func receive(bytes count: Int) {
    let head = state.withLock { state in
      state.bodyBytes += count
      return state.bodyBytes >= Self.bodyBytes ? state.head : nil
    }
    if let head { end(.answered(head)) }
  }

  /// The system is done with the request. It does not tell the head of every answer before.
  func complete(_ error: (any Error)?, _ response: ResponseHead?) {
    let head = state.withLock { $0.head } ?? (error == nil ? response : nil)
    switch (error, head) {
    case (nil, let head?): end(.answered(head))
    case (nil, nil): end(.failed("gave no answer of HTTP"))
    case (.some, .some): end(.failed("broke off its answer"))
    case (let error?, nil): end(ExchangeEnd(error))
    }
  }
}

extension ExchangeEnd {
  /// An error in words of our own: the system's may name the whole address.
  fileprivate init(_ error: any Error) {
    guard let code = (error as? URLError)?.code else {
      self = .failed("could not be asked")
      return
    }
    switch code {
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
      self = .offline
    case .cannotFindHost, .dnsLookupFailed: self = .failed("is a name that was not found")
    case .badURL:
      self = .failed("is written in a way that this system cannot ask; give the host by its name")
    case .cannotConnectToHost: self = .failed("took no connection")
    case .timedOut: self = .failed("did not answer in time")
    case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
      self = .failed("has no certificate that this system accepts")
    case .networkConnectionLost, .badServerResponse, .cannotParseResponse, .unsupportedURL:
      self = .failed("gave no answer of HTTP")
    default:
      // FoundationNetworking has no code for a certificate that is refused, only curl's words.
      let words = error.localizedDescription.lowercased()
      self = .failed(
        words.contains("certificate") || words.contains("ssl")
          ? "has no certificate that this system accepts"
          : "could not be asked (URL error \(code.rawValue))")
    }
  }
}
