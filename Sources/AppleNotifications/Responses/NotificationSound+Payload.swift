import ActionPlugins

extension NotificationSound {
  /// The sound that a push payload asks for; nil where it names none or one out of range.
  init?(payload: JSONObject) {
    switch payload["aps"]?["sound"] {
    case .string(let name): self.init(named: name)
    case .object(let sound):
      var name = "default"
      if case .string(let given)? = sound["name"] { name = given }
      let volume: Double? =
        switch sound["volume"] {
        case .number(let volume): volume
        case .integer(let volume): Double(volume)
        default: nil
        }
      let isCritical = sound["critical"] == .integer(1) || sound["critical"] == .bool(true)
      guard
        let sound = try? NotificationSound(name: name, isCritical: isCritical, volume: volume)
      else { return nil }
      self = sound
    default: return nil
    }
  }
}
