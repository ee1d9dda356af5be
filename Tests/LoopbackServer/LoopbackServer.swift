import Foundation
import Synchronization

/// A real HTTP server on this machine, which answers as badly as a test wants.
public final class LoopbackServer: Sendable {
  /// Answers one request; the number counts all requests from 1.
  public typealias Answer = @Sendable (_ request: LoopbackRequest, _ number: Int) -> [LoopbackStep]

  /// The port that it listens on.
  public let port: UInt16
  private let listener: Int32
  private let answer: Answer
  private let state = Mutex<[LoopbackRequest]>([])
  private let isStopped = Atomic(false)

  struct Failure: Error {
    let call: String
    let code: Int32
  }

  /// Starts a server on a free port.
  public init(_ answer: @escaping Answer) throws {
    signal(SIGPIPE, SIG_IGN)
    self.answer = answer
    listener = try Self.bound()
    port = try Self.port(of: listener)
    guard listen(listener, 128) == 0 else { throw Failure(call: "listen", code: errno) }
    let listener = listener
    Thread.detachNewThread { [weak self] in
      while let server = self, !server.isStopped.load(ordering: .acquiring) {
        guard Self.isReadable(listener, milliseconds: 50) else { continue }
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { continue }
        Thread.detachNewThread { server.serve(connection) }
      }
      close(listener)
    }
  }

  /// Takes no further connection.
  public func stop() {
    isStopped.store(true, ordering: .releasing)
  }

  /// What was asked so far, in the order in which it came.
  public var requests: [LoopbackRequest] { state.withLock { $0 } }

  /// The server's address with a path.
  public func address(_ path: String = "/replies") -> String { "http://127.0.0.1:\(port)\(path)" }

  /// A port on which nobody listens.
  public static func freePort() throws -> UInt16 {
    let descriptor = try bound()
    defer { close(descriptor) }
    return try port(of: descriptor)
  }

  // MARK: One connection

  private func serve(_ connection: Int32) {
    defer { close(connection) }
    var received: [UInt8] = []
    while let request = next(connection, &received) {
      let number = state.withLock { requests in
        requests.append(request)
        return requests.count
      }
      for step in answer(request, number) {
        switch step {
        case .send(let bytes): guard send(bytes, to: connection) else { return }
        case .pause(let seconds): guard pause(seconds) else { return }
        case .close: return
        }
      }
    }
  }

  /// The next request; `nil` once the other side has closed, or the server is stopped.
  private func next(_ connection: Int32, _ received: inout [UInt8]) -> LoopbackRequest? {
    while !isStopped.load(ordering: .acquiring) {
      if let request = LoopbackRequest(taking: &received) { return request }
      guard Self.isReadable(connection, milliseconds: 50) else { continue }
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      let count = unsafe recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      received += buffer[..<count]
    }
    return nil
  }

  private func send(_ bytes: [UInt8], to connection: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        unsafe write(connection, buffer.baseAddress, buffer.count)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits; false where the server is stopped meanwhile.
  private func pause(_ seconds: Double) -> Bool {
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
      if isStopped.load(ordering: .acquiring) { return false }
      usleep(UInt32(min(0.02, max(0.001, seconds)) * 1e6))
    }
    return true
  }

  // MARK: Sockets

  private static func isReadable(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&request, 1, milliseconds) > 0
  }

  private static func bound() throws -> Int32 {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    let descriptor = socket(AF_INET, stream, 0)
    guard descriptor >= 0 else { throw Failure(call: "socket", code: errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw Failure(call: "bind", code: errno)
    }
    return descriptor
  }

  private static func port(of descriptor: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe getsockname(descriptor, $0, &size)
      }
    }
    guard result == 0 else { throw Failure(call: "getsockname", code: errno) }
    return UInt16(bigEndian: address.sin_port)
  }
}
