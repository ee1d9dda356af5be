import ContainerStore

/// Where a runtime keeps what scripts store, what it received, and what it has still to send.
public struct ContainerLocation: Sendable {
  enum Place: Sendable {
    case memory
  }

  let place: Place

  /// In memory only: gone with the process. For tests, and for hosts that keep nothing.
  public static let inMemory = ContainerLocation(place: .memory)
}

extension ContainerLocation {
  /// The container at this place.
  func open(device: any Device, limits: PluginLimits) -> any Container {
    var environment = ContainerEnvironment.system
    environment.isProtectedDataAvailable = { device.isUnlocked }
    switch place {
    case .memory:
      return InMemoryContainer(
        environment: environment,
        limits: ContainerLimits(
          keyBytes: limits.keyBytes, valueBytes: limits.valueBytes, valueDepth: limits.valueDepth,
          spaceBytes: limits.spaceBytes, fileBytes: limits.fileBytes,
          filesBytes: limits.pluginFileBytes))
    }
  }
}
