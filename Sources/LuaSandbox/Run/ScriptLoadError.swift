/// Why a handler file cannot be used.
package struct ScriptLoadError: Error, Sendable, Equatable {
  /// What is wrong, without the position.
  package var sentence: String
  /// The file of the bundle it is wrong in.
  package var file: String
  /// nil where no line is known.
  package var line: Int?
  /// Where the top level stood, innermost first.
  package var frames: [ScriptError.Frame]

  package init(
    sentence: String, file: String, line: Int? = nil, frames: [ScriptError.Frame] = []
  ) {
    self.sentence = sentence
    self.file = file
    self.line = line
    self.frames = frames
  }
}
