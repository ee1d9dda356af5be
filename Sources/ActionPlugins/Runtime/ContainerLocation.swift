package import ContainerStore

/// Where a runtime keeps what scripts store, what it received, and what it has still to send.
public struct ContainerLocation: Sendable {
  enum Place: Sendable {
    case memory
    case directory(String, isCreated: Bool, survivesPowerLoss: Bool)
    case container(any Container)
  }

  let place: Place

  /// In memory only: gone with the process. For tests, and for hosts that keep nothing.
  public static let inMemory = ContainerLocation(place: .memory)

  /// In a folder, which the app, its extensions and tools may use at the same time; on Apple
  /// platforms the App Group's.
  ///
  /// - Parameters:
  ///   - path: The folder; its parent must exist.
  ///   - isCreated: Whether the folder is created where it does not exist. Default: true.
  ///   - survivesPowerLoss: Whether each commit is on the disk before it counts. Off, it survives a
  ///     killed process but perhaps not power loss; on, it takes about ten times as long.
  ///     Default: false.
  public static func directory(
    _ path: String, isCreated: Bool = true, survivesPowerLoss: Bool = false
  ) -> ContainerLocation {
    ContainerLocation(
      place: .directory(path, isCreated: isCreated, survivesPowerLoss: survivesPowerLoss))
  }

  /// A container that is open already, with its own limits and environment; several runtimes may
  /// share it.
  package static func container(_ container: any Container) -> ContainerLocation {
    ContainerLocation(place: .container(container))
  }
}

extension ContainerLocation {
  /// The container at this place.
  func open(
    device: any Device, limits: PluginLimits, configuration: RuntimeConfiguration
  ) throws(ContainerError) -> any Container {
    var environment = ContainerEnvironment.system
    environment.isProtectedDataAvailable = { device.isUnlocked }
    let containerLimits = ContainerLimits(limits)
    let retries = RetryPolicy(
      tries: configuration.replyTries, seconds: configuration.replySeconds)
    switch place {
    case .container(let container): return container
    case .memory:
      return InMemoryContainer(
        environment: environment, limits: containerLimits, retries: retries)
    case .directory(let path, let isCreated, let survivesPowerLoss):
      var options = SQLiteContainer.Options()
      options.limits = containerLimits
      options.retries = retries
      options.survivesPowerLoss = survivesPowerLoss
      return try SQLiteContainer(
        folder: path, opening: isCreated ? .creatingFolder : .existing, options: options,
        environment: environment)
    }
  }
}

extension ContainerLimits {
  fileprivate init(_ limits: PluginLimits) {
    self.init(
      keyBytes: limits.keyBytes, valueBytes: limits.valueBytes, valueDepth: limits.valueDepth,
      spaceBytes: limits.spaceBytes, fileBytes: limits.fileBytes,
      filesBytes: limits.pluginFileBytes)
  }
}
