import ContainerStore
import Synchronization

/// Tells those who listen to a space which keys have changed.
final class SpaceChanges: Sendable {
  private struct Listener {
    let space: Space
    let continuation: AsyncStream<[Identifier]>.Continuation
  }

  private struct State {
    var listeners: [Int: Listener] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  func stream(of space: Space) -> AsyncStream<[Identifier]> {
    let (stream, continuation) = AsyncStream.makeStream(of: [Identifier].self)
    let number = state.withLock { state in
      state.lastNumber += 1
      state.listeners[state.lastNumber] = Listener(space: space, continuation: continuation)
      return state.lastNumber
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners[number] = nil }
    }
    return stream
  }

  func tell(_ keys: [StoredKey]) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners {
      let changed = keys.filter { $0.space == listener.space }.map(\.key).sorted()
      if !changed.isEmpty { listener.continuation.yield(changed) }
    }
  }
}
