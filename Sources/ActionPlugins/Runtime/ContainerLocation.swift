package import ContainerStore

/// Where a runtime keeps what scripts store, what it received, and what it has still to send.
public struct ContainerLocation: Sendable {
  enum Place: Sendable {
    case memory
    case container(any Container)
  }

  let place: Place

  /// In memory only: gone with the process. For tests, and for hosts that keep nothing.
  public static let inMemory = ContainerLocation(place: .memory)

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
  ) -> any Container {
    var environment = ContainerEnvironment.system
    environment.isProtectedDataAvailable = { device.isUnlocked }
    switch place {
    case .container(let container): return container
    case .memory:
      return InMemoryContainer(
        environment: environment,
        limits: ContainerLimits(
          keyBytes: limits.keyBytes, valueBytes: limits.valueBytes, valueDepth: limits.valueDepth,
          spaceBytes: limits.spaceBytes, fileBytes: limits.fileBytes,
          filesBytes: limits.pluginFileBytes),
        retries: RetryPolicy(
          tries: configuration.replyTries, seconds: configuration.replySeconds))
    }
  }
}
