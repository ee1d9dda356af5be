/// What a notification plays. Mirrors `UNNotificationSound` and the `sound` of an `aps` dictionary.
public struct NotificationSound: Sendable, Equatable {
  /// The sound file's name; `default` is the system's sound.
  public let name: String
  /// Whether it plays although the device is muted.
  public let isCritical: Bool
  /// The volume of a critical sound, 0 to 1; nil leaves it to the system.
  public let volume: Double?

  /// A sound; refuses a volume outside 0 to 1.
  public init(
    name: String, isCritical: Bool = false, volume: Double? = nil
  ) throws(NotificationError) {
    if let volume, !(0...1).contains(volume) {
      throw NotificationError(.outOfRange, "a sound's volume must lie between 0 and 1")
    }
    self.name = name
    self.isCritical = isCritical
    self.volume = volume
  }

  /// A sound that is not critical and has the system's volume.
  public init(named name: String) {
    self.name = name
    isCritical = false
    volume = nil
  }

  public static func == (left: NotificationSound, right: NotificationSound) -> Bool {
    left.name.hasSameBytes(as: right.name) && left.isCritical == right.isCritical
      && left.volume == right.volume
  }
}
