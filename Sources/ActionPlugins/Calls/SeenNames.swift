/// The names of keys or files as one run sees them: what is stored, with its own changes.
///
/// A large space takes long to sort, and while the host works nothing else can end the run. So what
/// is stored stays sorted as it came, and the rest is sorted with a look at the stop.
struct SeenNames {
  /// The run was told to stop meanwhile.
  struct Stopped: Error {}

  /// Sorted by bytes.
  let stored: [Identifier]
  private var added: [Identifier] = []
  private var removed: Set<Identifier> = []

  /// - Parameter stored: Sorted by bytes.
  init(stored: [Identifier]) {
    self.stored = stored
  }

  /// A name that the run writes; each one once.
  mutating func add(_ name: Identifier) { added.append(name) }

  /// A name that the run removes.
  mutating func remove(_ name: Identifier) { removed.insert(name) }

  /// All of them, each once, sorted by bytes.
  func sorted(isStopped: () -> Bool) throws(Stopped) -> [Identifier] {
    guard !added.isEmpty || !removed.isEmpty else { return stored }
    var steps = 0
    let added: [Identifier]
    do {
      added = try self.added.sorted { left, right in
        steps += 1
        if steps % 1024 == 0, isStopped() { throw Stopped() }
        return left < right
      }
    } catch { throw Stopped() }
    var names: [Identifier] = []
    names.reserveCapacity(stored.count + added.count)
    var next = 0
    for name in stored {
      steps += 1
      if steps % 1024 == 0, isStopped() { throw Stopped() }
      while next < added.count, added[next] < name {
        names.append(added[next])
        next += 1
      }
      if next < added.count, added[next] == name { next += 1 }
      if removed.isEmpty || !removed.contains(name) { names.append(name) }
    }
    return names + added[next...]
  }
}
