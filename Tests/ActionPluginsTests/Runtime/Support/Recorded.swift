import Synchronization

/// What happened, in order, noted from anywhere.
final class Recorded<Element: Sendable>: Sendable {
  private let elements = Mutex<[Element]>([])

  var all: [Element] { elements.withLock { $0 } }
  var count: Int { elements.withLock { $0.count } }

  /// Notes the element; gives its number, from 1.
  @discardableResult
  func note(_ element: Element) -> Int {
    elements.withLock { elements in
      elements.append(element)
      return elements.count
    }
  }
}

/// Lets tasks wait until it is opened.
final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrived = 0
  }

  private let state = Mutex(State())

  /// How many have come to wait so far.
  var arrived: Int { state.withLock { $0.arrived } }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        state.arrived += 1
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// Waits until something is so; false where it is not within ten seconds.
func eventually(_ condition: @Sendable () async -> Bool) async -> Bool {
  for _ in 0..<2000 {
    if await condition() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return false
}
