/// What a script raised, or where it stood when it was stopped, in terms of its bundle's files.
package struct ScriptError: Error, Sendable, Equatable {
  /// One Lua function on the way to the error.
  package struct Frame: Sendable, Equatable {
    /// The file as the bundle names it.
    package var file: String
    /// nil where Lua knows none.
    package var line: Int?
    /// nil where Lua knows no name.
    package var function: String?

    package init(file: String, line: Int?, function: String?) {
      self.file = file
      self.line = line
      self.function = function
    }
  }

  /// Frames that are kept; those further out are not.
  package static let mostFrames = 32

  /// The message without its position.
  package var message: String
  /// The file that the message points at, else that of the innermost frame.
  package var file: String?
  package var line: Int?
  /// Innermost first, at most ``mostFrames``.
  package var frames: [Frame]

  package init(message: String, file: String? = nil, line: Int? = nil, frames: [Frame] = []) {
    self.message = message
    self.file = file
    self.line = line
    self.frames = frames
  }

  /// Whether one function calls itself, so deep that no other frame was kept.
  package var isRecursion: Bool {
    frames.count == Self.mostFrames && frames.allSatisfy { $0 == frames[0] }
  }
}
