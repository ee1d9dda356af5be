extension NotificationContent {
  package static let names: JSONNames = [
    "title", "subtitle", "body", "badge", "sound", "categoryIdentifier", "threadIdentifier",
    "targetContentIdentifier", "interruptionLevel", "relevanceScore", "filterCriteria",
    "launchImageName", "userInfo", "attachments",
  ]

  init(_ fields: JSONFields) throws(JSONError) {
    title = try fields.string("title") ?? ""
    subtitle = try fields.string("subtitle") ?? ""
    body = try fields.string("body") ?? ""
    badge = try fields.integer("badge")
    sound = try NotificationSound.read("sound", of: fields)
    categoryIdentifier = try fields.identifier("categoryIdentifier") ?? ""
    threadIdentifier = try fields.identifier("threadIdentifier") ?? ""
    targetContentIdentifier = try fields.identifier("targetContentIdentifier")
    if let name = try fields.string("interruptionLevel") {
      interruptionLevel = try InterruptionLevel.read(
        name, "interruptionLevel", of: fields, named: \.name)
    }
    relevanceScore = try fields.number("relevanceScore").flatMap { FiniteNumber($0) } ?? .zero
    filterCriteria = try fields.string("filterCriteria")
    launchImageName = try fields.string("launchImageName") ?? ""
    userInfo = try fields.object("userInfo") ?? JSONObject()
    attachments = try NotificationAttachment.read("attachments", of: fields)
  }

  /// The content in the shape of a response file. The members are listed in byte order, which a
  /// test checks, so that none has to be sorted for each response.
  func write<Output: JSONObjectOutput & ~Copyable>(
    to output: inout Output, userInfo: JSONObject
  ) -> Output.Value {
    var members = output.beginObject()
    output.add("attachments", .array(attachments.map(\.jsonValue)), to: &members)
    if let badge { output.add("badge", .integer(badge), to: &members) }
    output.add("body", body, to: &members)
    output.add("categoryIdentifier", categoryIdentifier, to: &members)
    if let filterCriteria { output.add("filterCriteria", filterCriteria, to: &members) }
    output.add("interruptionLevel", interruptionLevel.name, to: &members)
    output.add("launchImageName", launchImageName, to: &members)
    output.add("relevanceScore", .number(relevanceScore.value), to: &members)
    if let sound { output.add("sound", sound.jsonValue, to: &members) }
    output.add("subtitle", subtitle, to: &members)
    if let targetContentIdentifier {
      output.add("targetContentIdentifier", targetContentIdentifier, to: &members)
    }
    output.add("threadIdentifier", threadIdentifier, to: &members)
    output.add("title", title, to: &members)
    output.add("userInfo", .object(userInfo), to: &members)
    return output.endSortedObject(members)
  }
}

extension InterruptionLevel {
  /// The level of that name; refuses an unknown one with the nearest.
  static func read(
    _ name: String, _ member: String, of fields: JSONFields,
    named: (InterruptionLevel) -> String
  ) throws(JSONError) -> InterruptionLevel {
    if let level = allCases.first(where: { named($0).hasSameBytes(as: name) }) { return level }
    let known = allCases.map(named)
    let cure =
      NearestName.nearest(to: name, among: known).map { "did you mean \"\($0)\"?" }
      ?? "known are " + known.map { "\"\($0)\"" }.joined(separator: ", ")
    throw fields.invalid(
      member, "unknown interruption level \(name.quotedForMessage); \(cure)")
  }
}

extension NotificationSound {
  private static let names: JSONNames = ["name", "critical", "volume"]

  /// A sound is its name, or an object with name, `critical` (1, 0, true or false) and volume.
  static func read(
    _ member: String, of fields: JSONFields
  ) throws(JSONError) -> NotificationSound? {
    guard let value = fields.value(member) else { return nil }
    switch value {
    case .string(let name): return NotificationSound(named: name)
    case .object(let object):
      let sound = try JSONFields(object, at: fields.path.member(member), known: names)
      var isCritical = false
      switch sound.value("critical") {
      case nil, .integer(0)?: break
      case .integer(1)?: isCritical = true
      case .bool(let flag)?: isCritical = flag
      case let other?: throw sound.wrongType("0, 1, true or false", other, "critical")
      }
      let name = try sound.string("name") ?? "default"
      let volume = try sound.number("volume")
      do {
        return try NotificationSound(name: name, isCritical: isCritical, volume: volume)
      } catch {
        throw sound.invalid("volume", error.message)
      }
    default: throw fields.wrongType("a string or an object", value, member)
    }
  }

  var jsonValue: JSONValue {
    guard isCritical || volume != nil else { return .string(name) }
    var object: JSONObject = ["name": .string(name), "critical": .bool(isCritical)]
    object["volume"] = volume.map { .number($0) }
    return .object(object)
  }
}

extension NotificationAttachment {
  private static let names: JSONNames = ["identifier", "url", "type"]

  static func read(
    _ member: String, of fields: JSONFields
  ) throws(JSONError) -> [NotificationAttachment] {
    var attachments: [NotificationAttachment] = []
    for item in try fields.list(member, known: names) ?? [] {
      attachments.append(
        NotificationAttachment(
          identifier: try item.required("identifier", item.identifier),
          url: try item.required("url", item.identifier),
          type: try item.identifier("type") ?? ""))
    }
    return attachments
  }

  var jsonValue: JSONValue {
    [
      "identifier": .string(identifier.rawValue),
      "url": .string(url.rawValue),
      "type": .string(type.rawValue),
    ]
  }
}
