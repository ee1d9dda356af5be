import ActionPlugins
import Foundation
import Synchronization
import WebhookSender

/// Takes what is asked for, line by line, and sends as many replies at once as are asked for.
final class WebhookDesk: Sendable {
  private struct State {
    /// A sender for each address, so that connections are used again.
    var senders: [Identifier: WebhookSender] = [:]
    /// What is on its way, by the number of the line that asked for it.
    var attempts: [Int64: Task<Void, Never>] = [:]
  }

  private let state = Mutex(State())
  private let output = Mutex(())

  /// Takes one line.
  func take(_ line: String) {
    switch WebhookLine(line) {
    case .unreadable: answer(["number": .null, "state": "failed", "reason": "unreadable line"])
    case .cancel(let number): state.withLock { $0.attempts[number] }?.cancel()
    case .send(let number, let address, let reply):
      do {
        start(number, reply, with: try sender(to: address))
      } catch {
        answer(["number": .integer(number), "state": "failed", "reason": .string("\(error)")])
      }
    }
  }

  private func sender(to address: String) throws -> WebhookSender {
    if let sender = state.withLock({ $0.senders[Identifier(address)] }) { return sender }
    let sender = try WebhookSender(to: address)
    state.withLock { $0.senders[Identifier(address)] = sender }
    return sender
  }

  private func start(_ number: Int64, _ reply: Reply, with sender: WebhookSender) {
    state.withLock { state in
      state.attempts[number] = Task {
        var members: JSONObject = ["number": .integer(number)]
        do {
          members.add(try await sender.send(reply))
        } catch {
          members["state"] = "failed"
          members["reason"] = .string("\(error)")
        }
        self.answer(.object(members))
        self.state.withLock { $0.attempts[number] = nil }
      }
    }
  }

  private func answer(_ value: JSONValue) {
    guard let bytes = try? JSONWriter().bytes(value) else { return }
    output.withLock { _ in
      do {
        try FileHandle.standardOutput.write(contentsOf: Data(bytes + [UInt8(ascii: "\n")]))
      } catch {
        // Nobody is left to be answered.
        exit(1)
      }
    }
  }
}

extension JSONObject {
  fileprivate mutating func add(_ result: SendResult) {
    switch result {
    case .sent: self["state"] = "sent"
    case .offline: self["state"] = "offline"
    case .rejected(let reason):
      self["state"] = "rejected"
      self["reason"] = .string(reason)
    case .retry(let seconds):
      self["state"] = "retry"
      self["seconds"] = seconds.map { .number($0) } ?? .null
    }
  }
}
