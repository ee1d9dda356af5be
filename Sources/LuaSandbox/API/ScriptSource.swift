/// One Lua file of a bundle: its name as messages show it, and its text.
///
/// The bytes live in one block that every world built from this source (and from copies of this
/// value) shares; a bundle with many handler files therefore keeps its text once.
package struct ScriptSource: Sendable {
  /// The file's path inside the bundle, with `/` between folders: `lib/format.lua`.
  package let file: String
  let text: ScriptText

  /// Copies the text of a file.
  ///
  /// - Parameters:
  ///   - file: path inside the bundle, such as `lib/format.lua`.
  ///   - bytes: the file's text; read as it stands, never as a precompiled chunk.
  package init(file: String, bytes: [UInt8]) {
    self.file = file
    text = ScriptText(file: file, bytes: bytes)
  }

  /// A copy of the file's text.
  package var bytes: [UInt8] { text.copy }

  /// The name for `require`: the path without `.lua`, dots between folders.
  package var module: String { text.moduleName }
}
