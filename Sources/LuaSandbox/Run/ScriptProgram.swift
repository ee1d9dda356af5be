import Synchronization

/// A handler file ready to run: how its worlds are built, and a pool of built ones.
package final class ScriptProgram: Sendable {
  private struct Pool {
    var free: [World] = []
    /// Worlds with a picture, free or in use.
    var pictured = 0
  }

  let plan: WorldPlan
  let policy: StopPolicy
  private let pooledWorlds: Int
  private let pool = Mutex(Pool())
  private let offered = Mutex<Set<ScriptEntry>>([])

  init(plan: WorldPlan, policy: StopPolicy, pooledWorlds: Int) {
    self.plan = plan
    self.policy = policy
    self.pooledWorlds = pooledWorlds
  }

  /// The entries that the handler file offers.
  package var offers: Set<ScriptEntry> { offered.withLock { $0 } }

  /// The handler file's name.
  package var file: String { plan.entryFile }

  /// Builds the first world and runs its top level.
  func load(on lane: ScriptLane) -> Result<Void, ScriptLoadError> {
    switch build(on: lane, pictured: true) {
    case .failure(let error): return .failure(error)
    case .success(let world):
      offered.withLock { $0 = world.offers }
      putBack(world)
      return .success(())
    }
  }

  /// A world in its first state: from the pool, or built on this lane.
  func takeWorld(on lane: ScriptLane) -> Result<World, ScriptLoadError> {
    let polls = policy.polls
    let (found, stale, pictured): (World?, [World], Bool) = pool.withLock { pool in
      var stale: [World] = []
      while let world = pool.free.popLast() {
        if world.polls == polls { return (world, stale, false) }
        stale.append(world)
        pool.pictured -= 1
      }
      let pictured = pool.pictured < pooledWorlds
      if pictured { pool.pictured += 1 }
      return (nil, stale, pictured)
    }
    _ = consume stale
    if let found { return .success(found) }
    let built = build(on: lane, pictured: pictured)
    if pictured, (try? built.get())?.isPictured != true { pool.withLock { $0.pictured -= 1 } }
    return built
  }

  /// Takes a world back after its run: rewound into the pool, or freed.
  func putBack(_ world: World) {
    guard world.isPictured else { return }
    guard world.polls == policy.polls else {
      pool.withLock { $0.pictured -= 1 }
      return
    }
    world.rewind()
    pool.withLock { $0.free.append(world) }
  }
}
