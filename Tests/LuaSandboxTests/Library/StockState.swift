import CLua

/// A Lua state with the libraries as they come, to compare with.
///
/// `@safe`: the state is valid from `init` to `deinit` and leaves this file only as a call.
@safe
final class StockState {
  struct Failure: Error, CustomStringConvertible { let description: String }

  private let state: OpaquePointer

  /// Runs the text, which returns a function; that is what `text` calls.
  init(_ source: String) throws {
    guard let state = unsafe luaL_newstate() else { throw Failure(description: "no state") }
    unsafe self.state = state
    unsafe luaL_openlibs(state)
    let bytes = Array(source.utf8).map { CChar(bitPattern: $0) }
    guard unsafe luaL_loadbufferx(state, bytes, bytes.count, "@cases.lua", "t") == LUA_OK,
      unsafe lua_pcallk(state, 0, 1, 0, 0, nil) == LUA_OK
    else { throw Failure(description: top) }
  }

  deinit { unsafe lua_close(state) }

  private var top: String {
    var length = 0
    guard let bytes = unsafe lua_tolstring(state, -1, &length) else { return "no text" }
    return unsafe String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: length), as: UTF8.self)
  }

  /// Calls the function and returns the string that it returns.
  func text(_ arguments: [EncodedArgument] = []) throws -> String {
    defer { unsafe lua_settop(state, 1) }
    unsafe lua_pushvalue(state, 1)
    for argument in arguments {
      switch argument {
      case .integer(let value): unsafe lua_pushinteger(state, value)
      case .string(let value): _ = unsafe lua_pushstring(state, value)
      }
    }
    guard unsafe lua_pcallk(state, Int32(arguments.count), 1, 0, 0, nil) == LUA_OK else {
      throw Failure(description: top)
    }
    return top
  }
}
