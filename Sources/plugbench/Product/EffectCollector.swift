import ActionPlugins
import LuaSandbox
import Notifications
import Synchronization

/// The smallest host: keeps what a script asked for, answers nothing.
final class EffectCollector: ScriptHost {
  private let effects = Mutex<[HostCall]>([])

  func answer(_ call: HostCall) -> HostAnswer {
    effects.withLock { $0.append(call) }
    return .values([])
  }

  /// Makes room for the next run's, as the C state does.
  func forget() { effects.withLock { $0.removeAll(keepingCapacity: true) } }

  var count: Int { effects.withLock { $0.count } }
}
