import ActionPlugins

/// Something to tell whoever called: where, how bad, what, and the cure.
///
/// Printed as `file:line:column: error: message`, which editors can jump to.
struct Diagnostic: Error, Sendable, Equatable {
  /// How bad it is.
  enum Level: String, Sendable {
    case error
    case warning
    case note
  }

  var level = Level.error
  /// A stable word for programs.
  var code: String
  /// What is wrong and the cure.
  var message: String
  /// The file as the caller named it; `nil` where no file is at fault.
  var file: String?
  /// From 1.
  var line: Int?
  /// From 1, in Unicode code points.
  var column: Int?
  /// How `plugrun` ends because of it.
  var exitCode = ExitCode.badInput

  /// The line on standard error, without its end.
  func text(_ style: TextStyle) -> String {
    var place = (file ?? "plugrun").visible
    for number in [line, column] { if let number { place += ":\(number)" } }
    let color: TextStyle.Color = level == .error ? .red : level == .warning ? .yellow : .cyan
    return "\(place): \(style.bold(style.color(color, level.rawValue + ":"))) \(message.visible)"
  }

  /// What standard output holds instead of an outcome; the error has the keys of an outcome's, and
  /// the column.
  var json: JSONValue {
    [
      "outcome": .null,
      "error": [
        "message": .string(message), "code": .string(code),
        "file": file.map { .string($0) } ?? .null,
        "line": line.map { .integer(Int64($0)) } ?? .null,
        "column": column.map { .integer(Int64($0)) } ?? .null,
        "traceback": [],
      ],
    ]
  }
}
