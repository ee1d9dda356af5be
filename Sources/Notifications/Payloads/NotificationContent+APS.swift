extension NotificationContent {
  /// Maps the keys of an `aps` dictionary to the content's fields; others are left to `userInfo`.
  init(aps: JSONFields) throws(JSONError) {
    switch aps.value("alert") {
    case nil: break
    case .string(let text)?: body = text
    case .object(let object)?:
      // An alert has keys for localisation that only the app's own bundle could resolve.
      let alert = try JSONFields(
        object, at: aps.path.member("alert"),
        known: JSONNames(object.members.map(\.name.rawValue)))
      title = try alert.string("title") ?? ""
      subtitle = try alert.string("subtitle") ?? ""
      body = try alert.string("body") ?? ""
      launchImageName = try alert.string("launch-image") ?? ""
    case let other?: throw aps.wrongType("a string or an object", other, "alert")
    }
    badge = try aps.integer("badge")
    sound = try NotificationSound.read("sound", of: aps)
    categoryIdentifier = try aps.identifier("category") ?? ""
    threadIdentifier = try aps.identifier("thread-id") ?? ""
    targetContentIdentifier = try aps.identifier("target-content-id")
    if let name = try aps.string("interruption-level") {
      interruptionLevel = try InterruptionLevel.read(
        name, "interruption-level", of: aps, named: \.payloadName)
    }
    relevanceScore = try aps.number("relevance-score").flatMap { FiniteNumber($0) } ?? .zero
    filterCriteria = try aps.string("filter-criteria")
  }
}
