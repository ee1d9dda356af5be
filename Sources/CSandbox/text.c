#include <stdint.h>
#include <stdlib.h>

#include "world.h"

enum {
  FUNCTION_IDENTITIES = 1 << 30,
  MOST_IDENTIFIED = 256,  // more than the library has functions
};

lua_Integer csb_identity(lua_State *L, int index) {
  csb_world *world = csb_world_of(L);
  if (lua_iscfunction(L, index)) {
    // A C function without upvalues is no object of the arena: number it by the order of asking.
    // Closures share their function with others, so they are told by their own place first.
    size_t place = csb_arena_identity(&world->arena, lua_topointer(L, index));
    if (place) return (lua_Integer)place;
    lua_CFunction function = lua_tocfunction(L, index);
    size_t i = 0;
    while (i < world->identified_count && world->identified[i] != function) i++;
    if (i == world->identified_count) {
      if (i == MOST_IDENTIFIED) return FUNCTION_IDENTITIES;
      if (!world->identified) {
        csb_shield(&world->arena);
        world->identified = calloc(MOST_IDENTIFIED, sizeof function);
        csb_unshield(&world->arena);
      }
      if (!world->identified) return csb_raise_memory(L);
      world->identified[world->identified_count++] = function;
    }
    return FUNCTION_IDENTITIES + (lua_Integer)i;
  }
  const void *address = lua_topointer(L, index);
  return (lua_Integer)csb_arena_identity(&world->arena, address);
}

const char *csb_tolstring(lua_State *L, int index, size_t *length) {
  index = lua_absindex(L, index);
  csb_check_stack(L);
  if (luaL_callmeta(L, index, "__tostring")) {
    if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
    return lua_tolstring(L, -1, length);
  }
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) lua_pushfstring(L, "%I", (LUAI_UACINT)lua_tointeger(L, index));
      else lua_pushfstring(L, "%f", (LUAI_UACNUMBER)lua_tonumber(L, index));
      break;
    case LUA_TSTRING: lua_pushvalue(L, index); break;
    case LUA_TBOOLEAN: lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false"); break;
    case LUA_TNIL: lua_pushliteral(L, "nil"); break;
    default: {
      if (lua_type(L, index) == LUA_TLIGHTUSERDATA && lua_touserdata(L, index) == csb_null()) {
        lua_pushliteral(L, "null");
        break;
      }
      int named = luaL_getmetafield(L, index, "__name");
      const char *kind = named == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, index);
      lua_pushfstring(L, "%s: %I", kind, (LUAI_UACINT)csb_identity(L, index));
      if (named != LUA_TNIL) lua_remove(L, -2);
      break;
    }
  }
  return lua_tolstring(L, -1, length);
}
