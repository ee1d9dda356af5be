/// Why a text is no Lua 5.4, in the words of Lua's own compiler.
struct LuaSyntaxError: Error, Sendable, Equatable {
  /// The message without the place.
  let message: String
  let position: LuaPosition

  static func == (left: LuaSyntaxError, right: LuaSyntaxError) -> Bool {
    left.position == right.position && left.message.utf8.elementsEqual(right.message.utf8)
  }
}
