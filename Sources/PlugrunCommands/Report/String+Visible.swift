extension String {
  /// The text with everything that would move a terminal's cursor, change its state or turn the
  /// order of what is shown written out, as `\n`, `\t` or `\u{1B}`.
  ///
  /// What a person typed can so neither fake a line of a report nor reach the terminal as a command.
  /// Joiners and direction marks stay, because emoji and mixed scripts need them.
  var visible: String {
    guard unicodeScalars.contains(where: \.mustBeWrittenOut) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.mustBeWrittenOut:
        text += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// JSON text in which what JSON itself lets stand is written out as well, as `\u009b`.
  ///
  /// Such characters stand in strings only, so the values stay the same.
  var visibleJSON: String {
    guard unicodeScalars.contains(where: \.mustBeWrittenOut) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.mustBeWrittenOut {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The text's lines, each ``visible``; only line feeds, alone or after a carriage return, end one.
  var visibleLines: [String] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { line in
      let isCut = line.last == UInt8(ascii: "\r") && line.endIndex != utf8.endIndex
      return String(Substring(isCut ? line.dropLast() : line)).visible
    }
  }
}

extension Unicode.Scalar {
  /// Whether it could change how what stands around it is shown.
  var mustBeWrittenOut: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F: true  // controls
    case 0x2028, 0x2029: true  // line and paragraph separators
    case 0x202A...0x202E, 0x2066...0x2069: true  // embeddings, overrides and isolates
    default: false
    }
  }
}
