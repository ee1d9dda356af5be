import Synchronization

/// A handler file ready to run: how its worlds are built, and a pool of built ones.
///
/// Pooled worlds have a picture and are rewound after each run. When all of them are in use (a
/// waiting script keeps its world), further worlds are built from source, serve one run, and go.
package final class ScriptProgram: Sendable {
  private struct Pool {
    var free: [World] = []
    /// Worlds with a picture, free or in use.
    var pictured = 0
    var offers: Set<ScriptEntry> = []
  }

  let plan: WorldPlan
  private let policy: StopPolicy
  private let pooledWorlds: Int
  private let pool = Mutex(Pool())

  init(plan: WorldPlan, policy: StopPolicy, pooledWorlds: Int) {
    self.plan = plan
    self.policy = policy
    self.pooledWorlds = pooledWorlds
  }

  /// The entries that the handler file offers.
  package var offers: Set<ScriptEntry> { pool.withLock { $0.offers } }

  /// The handler file's name.
  package var file: String { plan.entryFile }

  /// Builds the first world and runs its top level.
  func load(on lane: ScriptLane) throws(ScriptLoadError) {
    let world = try takeWorld(on: lane)
    pool.withLock { $0.offers = world.offers }
    putBack(world)
  }

  /// A world in its first state: from the pool, or built on this lane.
  func takeWorld(on lane: ScriptLane) throws(ScriptLoadError) -> World {
    let polls = policy.polls
    // Worlds that stop the other way are freed after the lock is given up.
    var stale: [World] = []
    var mayBePictured = false
    let found: World? = pool.withLock { pool in
      while let world = pool.free.popLast() {
        if world.polls == polls { return world }
        pool.pictured -= 1
        stale.append(world)
      }
      mayBePictured = pool.pictured < pooledWorlds
      if mayBePictured { pool.pictured += 1 }
      return nil
    }
    if let found { return found }
    do {
      let world = try World.load(plan, polls: polls, pictured: mayBePictured, on: lane)
      if mayBePictured, !world.isPictured { pool.withLock { $0.pictured -= 1 } }
      return world
    } catch {
      if mayBePictured { pool.withLock { $0.pictured -= 1 } }
      throw error
    }
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
