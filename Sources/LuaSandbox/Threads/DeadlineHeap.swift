/// Waiting runs by deadline; a binary heap from which any entry can be taken.
struct DeadlineHeap {
  /// One waiting run.
  final class Entry: @unchecked Sendable {
    // Sendable: `run` and `deadline` never change; `index` is touched only by the heap, under the
    // lock of the watchdog that owns it.
    let deadline: Int64
    let run: ScriptRun
    let generation: Int
    fileprivate var index = 0

    init(deadline: Int64, run: ScriptRun, generation: Int) {
      self.deadline = deadline
      self.run = run
      self.generation = generation
    }
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// The earliest deadline; `Int64.max` without entries.
  var earliest: Int64 { entries.first?.deadline ?? .max }

  mutating func insert(_ entry: Entry) {
    entry.index = entries.count
    entries.append(entry)
    rise(entry.index)
  }

  /// Takes an entry out. Without effect when it is out already.
  mutating func remove(_ entry: Entry) {
    let index = entry.index
    guard index < entries.count, entries[index] === entry else { return }
    let last = entries.removeLast()
    guard last !== entry else { return }
    place(last, at: index)
    rise(index)
    sink(last.index)
  }

  /// Takes out the earliest entry if its deadline is not after `now`.
  mutating func popExpired(at now: Int64) -> Entry? {
    guard let first = entries.first, first.deadline <= now else { return nil }
    remove(first)
    return first
  }

  private mutating func place(_ entry: Entry, at index: Int) {
    entries[index] = entry
    entry.index = index
  }

  private mutating func rise(_ start: Int) {
    var index = start
    let entry = entries[index]
    while index > 0 {
      let parent = (index - 1) / 2
      guard entries[parent].deadline > entry.deadline else { break }
      place(entries[parent], at: index)
      index = parent
    }
    place(entry, at: index)
  }

  private mutating func sink(_ start: Int) {
    var index = start
    let entry = entries[index]
    while true {
      var child = 2 * index + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1].deadline < entries[child].deadline {
        child += 1
      }
      guard entries[child].deadline < entry.deadline else { break }
      place(entries[child], at: index)
      index = child
    }
    place(entry, at: index)
  }
}
