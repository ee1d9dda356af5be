// Declared by hand after Apple's documentation, only what AppleNotifications uses.
@_exported import Foundation

public struct CLLocationCoordinate2D: Sendable {
  public var latitude: Double
  public var longitude: Double

  public init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

open class CLRegion: NSObject {
  public let identifier: String
  public var notifyOnEntry = true
  public var notifyOnExit = true

  public init(standIn identifier: String) { self.identifier = identifier }
}

open class CLCircularRegion: CLRegion {
  public let center: CLLocationCoordinate2D
  public let radius: Double

  public init(center: CLLocationCoordinate2D, radius: Double, identifier: String) {
    self.center = center
    self.radius = radius
    super.init(standIn: identifier)
  }
}
