import ActionPlugins

extension System {
  /// Whether the system's database has a time zone of this name; `UTC` needs no database.
  static func hasTimeZone(_ name: String) -> Bool {
    if Identifier(name) == "UTC" { return true }
    let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // What is no name could lead out of the database, or be read as another kind of zone.
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isPartOfZoneName) }) else { return false }
    for folder in [variable("TZDIR"), "/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"] {
      guard let folder, let kind = try? kind(of: "\(folder)/\(name)") else { continue }
      if case .file = kind { return true }
    }
    return false
  }

  private static func isPartOfZoneName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      true
    default: false
    }
  }
}
