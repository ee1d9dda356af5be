/// A place in a Lua file.
struct LuaPosition: Sendable, Equatable {
  /// From 1. Lua takes `\n`, `\r`, `\r\n` and `\n\r` for one line's end each.
  var line: Int
  /// From 1, in Unicode code points.
  var column: Int
  /// In bytes from the file's start.
  var offset: Int
}
