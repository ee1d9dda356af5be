extension NotificationTrigger {
  private static let pushNames: JSONNames = ["type"]
  private static let types = ["push", "timeInterval", "calendar", "location"]

  init(_ object: JSONObject, at path: JSONPath) throws(JSONError) {
    guard case .string(let type)? = object["type"] else {
      let cure = "write one of " + Self.types.map { "\"\($0)\"" }.joined(separator: ", ")
      throw JSONError(.missingKey, "\"type\" is required; \(cure)", at: path.member("type"))
    }
    switch Identifier(type) {
    case "push":
      _ = try JSONFields(object, at: path, known: Self.pushNames)
      self = .push
    case "timeInterval": self = .timeInterval(try TimeIntervalTrigger(object, at: path))
    case "calendar": self = .calendar(try CalendarTrigger(object, at: path))
    case "location": self = .location(try LocationTrigger(object, at: path))
    default:
      let cure =
        NearestName.nearest(to: type, among: Self.types).map { "did you mean \"\($0)\"?" }
        ?? "known are " + Self.types.map { "\"\($0)\"" }.joined(separator: ", ")
      throw JSONError(
        .invalidValue, "unknown trigger type \(type.quotedForMessage); \(cure)",
        at: path.member("type"))
    }
  }

  var object: JSONObject {
    var object: JSONObject
    switch self {
    case .push: object = [:]
    case .timeInterval(let trigger): object = trigger.object
    case .calendar(let trigger): object = trigger.object
    case .location(let trigger): object = trigger.object
    }
    object["type"] = .string(type)
    return object
  }
}

extension TimeIntervalTrigger {
  fileprivate init(_ object: JSONObject, at path: JSONPath) throws(JSONError) {
    let fields = try JSONFields(object, at: path, known: ["type", "timeInterval", "repeats"])
    let interval = try fields.required("timeInterval", fields.number)
    let repeats = try fields.bool("repeats") ?? false
    do {
      try self.init(timeInterval: interval, repeats: repeats)
    } catch {
      throw fields.invalid("timeInterval", error.message)
    }
  }

  fileprivate var object: JSONObject {
    ["timeInterval": .number(timeInterval), "repeats": .bool(repeats)]
  }
}

extension CalendarTrigger {
  private static let parts = JSONNames(DateComponent.allCases.map(\.rawValue) + ["timeZone"])

  fileprivate init(_ object: JSONObject, at path: JSONPath) throws(JSONError) {
    let fields = try JSONFields(object, at: path, known: ["type", "dateComponents", "repeats"])
    let parts = try fields.required("dateComponents") { name throws(JSONError) in
      try fields.fields(name, known: Self.parts)
    }
    var components: [DateComponent: Int64] = [:]
    for component in DateComponent.allCases {
      components[component] = try parts.integer(component.rawValue)
    }
    self.init(
      dateComponents: components, timeZone: try parts.identifier("timeZone"),
      repeats: try fields.bool("repeats") ?? false)
  }

  fileprivate var object: JSONObject {
    var parts = JSONObject(dateComponents.map { ($0.key.rawValue, .integer($0.value)) })
    parts["timeZone"] = timeZone.map { .string($0.rawValue) }
    return ["dateComponents": .object(parts), "repeats": .bool(repeats)]
  }
}

extension LocationTrigger {
  fileprivate init(_ object: JSONObject, at path: JSONPath) throws(JSONError) {
    let fields = try JSONFields(object, at: path, known: ["type", "region", "repeats"])
    let region = try fields.required("region") { name throws(JSONError) in
      try fields.fields(
        name, known: ["identifier", "center", "radius", "notifyOnEntry", "notifyOnExit"])
    }
    self.init(
      region: Region(
        identifier: try region.required("identifier", region.identifier),
        circle: try Circle(region),
        notifyOnEntry: try region.bool("notifyOnEntry") ?? true,
        notifyOnExit: try region.bool("notifyOnExit") ?? true),
      repeats: try fields.bool("repeats") ?? false)
  }

  fileprivate var object: JSONObject {
    var place: JSONObject = [
      "identifier": .string(region.identifier.rawValue),
      "notifyOnEntry": .bool(region.notifyOnEntry),
      "notifyOnExit": .bool(region.notifyOnExit),
    ]
    if let circle = region.circle {
      place["center"] = [
        "latitude": .number(circle.latitude), "longitude": .number(circle.longitude),
      ]
      place["radius"] = .number(circle.radius)
    }
    return ["region": .object(place), "repeats": .bool(repeats)]
  }
}

extension LocationTrigger.Circle {
  fileprivate init?(_ region: JSONFields) throws(JSONError) {
    guard let center = try region.fields("center", known: ["latitude", "longitude"]) else {
      if region.value("radius") != nil { throw region.missing("center") }
      return nil
    }
    let latitude = try center.required("latitude", center.number)
    let longitude = try center.required("longitude", center.number)
    let radius = try region.required("radius", region.number)
    do {
      try self.init(latitude: latitude, longitude: longitude, radius: radius)
    } catch {
      let isPlace = (-90...90).contains(latitude) && (-180...180).contains(longitude)
      throw region.invalid(isPlace ? "radius" : "center", error.message)
    }
  }
}
