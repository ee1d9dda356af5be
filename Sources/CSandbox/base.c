#include <string.h>

#include "world.h"

enum { HANDLER_TRIES = 10 };  // how often a message handler that fails is asked again

// ---- Protected calls ------------------------------------------------------------------------

/// Ends a pcall. `extra` is the number of values below the results. Returns what pcall returns.
/// May raise (the stop only).
static int finish_pcall(lua_State *L, int status, lua_KContext extra) {
  if (status != LUA_OK && status != LUA_YIELD) {
    csb_pass_on(L, status);
    csb_world_of(L)->traced = NULL;  // caught: the same value raised again has a place of its own
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
  }
  return lua_gettop(L) - (int)extra;
}

/// pcall(f, ...): as Lua's, but passes a stop on. May yield; may raise (the stop, bad arguments).
static int base_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  csb_check_stack(L);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  return finish_pcall(L, lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish_pcall), 0);
}

/// Ends a call of xpcall's handler; a handler that failed is called again with its own error, as
/// Lua does. Stack: 1 handler, 2 true, then the handler's result or error.
/// `tries` counts. Returns false and the result. May yield; may raise (the stop).
static int finish_handler(lua_State *L, int status, lua_KContext tries) {
  while (status != LUA_OK && status != LUA_YIELD) {
    csb_pass_on(L, status);
    if (++tries > HANDLER_TRIES) {
      lua_pushliteral(L, "error in error handling");
      break;
    }
    lua_pushvalue(L, 1);
    lua_insert(L, -2);
    status = lua_pcallk(L, 1, 1, 0, tries, finish_handler);
  }
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

/// Ends the protected call of an xpcall. Stack: 1 handler, 2 true, then results or error.
static int finish_xpcall(lua_State *L, int status, lua_KContext context) {
  (void)context;
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - 1;
  csb_pass_on(L, status);
  csb_world_of(L)->traced = NULL;
  // The handler runs after unwinding: called at the point of the error it would run with hooks
  // off when the error came from a hook, and could not be stopped.
  csb_check_stack(L);
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  return finish_handler(L, lua_pcallk(L, 1, 1, 0, 0, finish_handler), 0);
}

/// xpcall(f, handler, ...): as Lua's, except that the handler is called after the stack was
/// unwound, and never for a stop. May yield; may raise (the stop, bad arguments).
static int base_xpcall(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  csb_check_stack(L);
  int count = lua_gettop(L);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);  // f, handler, true, f, arguments
  lua_remove(L, 1);     // handler, true, f, arguments
  int status = lua_pcallk(L, count - 2, LUA_MULTRET, 0, 0, finish_xpcall);
  return finish_xpcall(L, status, 0);
}

// ---- Metatables -----------------------------------------------------------------------------

static const char *const dead_names[] = {"__gc", "__mode", "__close", "__concat"};
static const char *const dead_reasons[] = {
    "there are no finalizers",
    "there are no weak tables",
    "there are no to-be-closed values",
    "`..` joins strings and numbers only",
};
enum { DEAD_NAMES = sizeof dead_names / sizeof *dead_names };

/// Raises if the metatable at index 2 has metamethods that do not exist here.
static void refuse_dead_names(lua_State *L) {
  for (int i = 0; i < DEAD_NAMES; i++) {
    lua_pushvalue(L, lua_upvalueindex(i + 1));
    if (lua_rawget(L, 2) != LUA_TNIL) {
      luaL_error(L, "'%s' does not exist here: %s", dead_names[i], dead_reasons[i]);
    }
    lua_pop(L, 1);
  }
}

/// setmetatable(table, metatable): as Lua's, and refuses the metamethods that do not exist here.
/// Upvalues: their names, and the metatable given last, which a class gives to each of its objects
/// and which is not looked at again. May raise.
static int base_setmetatable(lua_State *L) {
  int type = lua_type(L, 2);
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
  if (type == LUA_TTABLE && !lua_rawequal(L, 2, lua_upvalueindex(DEAD_NAMES + 1))) {
    refuse_dead_names(L);
    lua_copy(L, 2, lua_upvalueindex(DEAD_NAMES + 1));
  }
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "cannot change a protected metatable");
  }
  lua_settop(L, 2);
  lua_setmetatable(L, 1);
  return 1;
}

/// getmetatable(value): as Lua's, but nil for strings, whose metatable all of them share.
static int base_getmetatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING || !lua_getmetatable(L, 1)) {
    lua_pushnil(L);
    return 1;
  }
  luaL_getmetafield(L, 1, "__metatable");
  return 1;
}

/// tostring(value): as Lua's, with a number where Lua shows an address. May raise.
static int base_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  csb_check_stack(L);
  csb_tolstring(L, 1, NULL);
  return 1;
}

// ---- The globals ----------------------------------------------------------------------------

void csb_open_base(lua_State *L) {
  static const char *const absent[] = {"collectgarbage", "dofile", "load", "loadfile", "print",
                                       "warn"};
  static const luaL_Reg own[] = {
      {"pcall", base_pcall},
      {"xpcall", base_xpcall},
      {"getmetatable", base_getmetatable},
      {"tostring", base_tostring},
      {NULL, NULL},
  };
  lua_pushcfunction(L, luaopen_base);
  lua_call(L, 0, 1);
  for (size_t i = 0; i < sizeof absent / sizeof *absent; i++) {
    lua_pushnil(L);
    lua_setfield(L, -2, absent[i]);
  }
  luaL_setfuncs(L, own, 0);
  for (int i = 0; i < DEAD_NAMES; i++) lua_pushstring(L, dead_names[i]);
  lua_pushnil(L);
  lua_pushcclosure(L, base_setmetatable, DEAD_NAMES + 1);
  lua_setfield(L, -2, "setmetatable");
  // Registered as loaded, so that messages name these functions where Lua knows no local name.
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_insert(L, -2);
  lua_setfield(L, -2, LUA_GNAME);
  lua_pop(L, 1);
}
