extension String {
  /// The text in double quotes for an error message: control and invisible formatting characters
  /// as `\u{…}`, and at most 64 characters followed by `…`.
  ///
  /// A hostile name can then neither break a terminal's lines nor turn their direction.
  package var quotedForMessage: String {
    var quoted = "\""
    for character in self.prefix(64) {
      for scalar in character.unicodeScalars.prefix(8) {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned:
          quoted += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        default:
          if scalar == "\"" || scalar == "\\" { quoted += "\\" }
          quoted.unicodeScalars.append(scalar)
        }
      }
    }
    // `count` would walk a hostile name to its end.
    if self.dropFirst(64).first != nil { quoted += "…" }
    return quoted + "\""
  }
}
