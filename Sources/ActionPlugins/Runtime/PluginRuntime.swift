import ContainerStore
import LuaSandbox
import Synchronization

/// Routes each response to a plugin's handler, runs it in its sandbox, and carries out what it
/// asked for.
///
/// Any number of responses may be handled at once; their scripts do not see each other.
///
/// ```swift
/// let runtime = try PluginRuntime(
///   bundles: .directory("Plugins"), container: .inMemory, device: device, replySender: sender)
/// let outcome = await runtime.handle(response)
/// ```
public final class PluginRuntime: Sendable {
  let services: RuntimeServices
  let limits: PluginLimits
  private let source: BundleSource
  private let loaded: Mutex<LoadedPlugins>
  private let disabled = Mutex<[Identifier: String]>([:])
  /// Held while the plugins are replaced, so that of two changes neither is lost.
  private let replacement = Mutex<Void>(())
  let changes = SpaceChanges()
  /// Refused replies that are on their way to the host.
  let handingOver = Mutex<Set<EntryID>>([])
  let handled = Atomic<Int>(0)

  /// Reads the bundles and runs the top level of their handler files.
  ///
  /// A bad bundle does not stop the others: see ``refusals``.
  ///
  /// - Parameters:
  ///   - bundles: Where the bundles are.
  ///   - container: Where values, files, responses and replies are kept.
  ///   - device: Tells whether the device is unlocked, and asks the person to authenticate.
  ///   - replySender: Delivers replies; without one they are recorded in the outcome only.
  ///   - presenter: Shows local notifications; without one they are recorded in the outcome only.
  ///   - limits: The host's ceilings. Default: ``PluginLimits/default``.
  ///   - configuration: Clock, seed and callbacks.
  /// - Throws: ``RuntimeError`` when there is no bundle at all, the container cannot be opened, or
  ///   the Lua library at hand is not one that the sandbox holds with.
  public init(
    bundles: BundleSource, container: ContainerLocation, device: any Device,
    replySender: (any ReplySender)? = nil, presenter: (any NotificationPresenter)? = nil,
    limits: PluginLimits = .default, configuration: RuntimeConfiguration = RuntimeConfiguration()
  ) throws(RuntimeError) {
    if let sentence = ScriptExecutor.missingDefence {
      throw RuntimeError(
        .unsafeLua,
        "no script may run with this Lua library: \(sentence); link Lua 5.4.4 or later of the 5.4"
          + " series, or build with PLUGRUN_LUA_SOURCES=1")
    }
    var executorConfiguration = configuration.executor
    executorConfiguration.report = configuration.report
    let executor = ScriptExecutor(configuration: executorConfiguration)
    let store: any Container
    do {
      store = try container.open(
        device: device, limits: limits, configuration: configuration)
    } catch {
      throw RuntimeError(.container, error.description)
    }
    let functions = HostFunctions()
    services = RuntimeServices(
      container: store, device: device, executor: executor,
      outbox: Outbox(
        container: store, executor: executor, sender: replySender, presenter: presenter,
        now: configuration.now),
      functions: functions, configuration: configuration)
    self.limits = limits
    source = bundles
    loaded = Mutex(
      try LoadedPlugins.load(
        from: bundles, hostFunctions: [], limits: limits, configuration: configuration,
        executor: executor))
    store.observe { [changes] keys in changes.tell(keys) }
  }

  /// The categories of all plugins, to register with the system at each launch.
  public var categories: [NotificationCategory] { snapshot.router.categories }

  /// The bundles that serve, sorted by the bytes of their folders' names.
  public var bundles: [PluginBundle] {
    snapshot.plugins.values.map(\.bundle).sorted { $0.folderName < $1.folderName }
  }

  /// The bundles that do not serve, or serve in an earlier version, and why.
  public var refusals: [BundleRefusal] { snapshot.refusals }

  /// Sentences about manifests' limits that were lowered to the host's ceilings.
  public var notes: [String] { snapshot.notes }

  /// The category of this identifier; `nil` where no plugin has it.
  public func category(_ identifier: Identifier) -> NotificationCategory? {
    snapshot.router.category(identifier)
  }

  /// Makes a function of the host callable from scripts as `host.<name>`.
  ///
  /// - Parameters:
  ///   - name: Lua names joined by dots, such as `crm.lookup`; each plugin needs the permission of
  ///     the same name.
  ///   - simulatedSeconds: How long a call lasts where time is virtual.
  ///   - function: Called off the script's thread, cancelled with the invocation. The runtime keeps
  ///     it: let it hold a space, or the runtime only weakly.
  /// - Throws: ``RuntimeError`` where the name is no such name, or is taken.
  public func register(
    _ name: Identifier, simulatedSeconds: Double? = nil, _ function: @escaping HostFunction
  ) throws(RuntimeError) {
    try services.functions.register(
      name, HostFunctions.Registration(function: function, simulatedSeconds: simulatedSeconds))
    let isKnown = snapshot.plugins.values.allSatisfy {
      $0.bundle.manifest.permissions.functions.contains(name)
    }
    // A plugin without the permission must find the function as well, to be told what it lacks.
    guard !isKnown else { return }
    replacement.withLock { _ in
      let current = snapshot
      let plugins = current.plugins.mapValues { plugin in
        let reloaded = LoadedPlugin.load(
          plugin.bundle, hostFunctions: services.functions.names, limits: limits,
          executor: services.executor)
        // It has loaded before; where it does not any more it goes on without the new name.
        return (try? reloaded.get()) ?? plugin
      }
      loaded.withLock { loaded in
        loaded = LoadedPlugins(
          router: current.router, plugins: plugins, refusals: current.refusals,
          notes: current.notes)
      }
    }
  }

  /// Reads the bundles again. A bundle that no longer loads goes on in its last good version, and
  /// is among ``refusals``; invocations under way end in the version they began with.
  ///
  /// Blocks the caller while it reads and loads, at most ``PluginLimits/loadSeconds`` a handler
  /// file.
  public func reload() throws(RuntimeError) {
    try replacement.withLock { _ throws(RuntimeError) in
      let reloaded = try LoadedPlugins.load(
        from: source, hostFunctions: services.functions.names, limits: limits,
        configuration: services.configuration, executor: services.executor, running: snapshot)
      loaded.withLock { $0 = reloaded }
    }
  }

  /// The plugins that the host has disabled, with its reasons.
  public var disabledPlugins: [Identifier: String] { disabled.withLock { $0 } }

  /// Stops routing to a plugin; its responses are `unrouted` for the reason `pluginDisabled`.
  /// Invocations under way go on.
  ///
  /// - Parameter reason: For people; see ``disabledPlugins``.
  public func disable(plugin identifier: Identifier, reason: String) {
    disabled.withLock { $0[identifier] = reason }
  }

  /// Routes to a plugin again.
  public func enable(plugin identifier: Identifier) {
    disabled.withLock { $0[identifier] = nil }
  }

  var snapshot: LoadedPlugins { loaded.withLock { $0 } }

  func isDisabled(_ plugin: Identifier) -> Bool {
    disabled.withLock { $0[plugin] != nil }
  }
}
