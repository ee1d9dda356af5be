/// The tables library: honours metamethods as stock Lua does, looks at the stop in every loop.
#include "library.h"

// Which argument a position out of bounds is blamed on differs between releases.
enum { REMOVE_POSITION = LUA_VERSION_RELEASE_NUM >= 50405 ? 2 : 1 };

/// Whether the metatable on top has the named field, or it is not needed. Pushes nothing; may
/// raise.
static bool offers(lua_State *L, unsigned needs, unsigned need, const char *name) {
  if ((needs & need) == 0) return true;
  lua_pushstring(L, name);
  bool offered = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 1);
  return offered;
}

/// Accepts a table, or a value whose metatable makes it behave as one. Pushes nothing; may raise.
static void check_table(lua_State *L, int argument, unsigned needs) {
  if (lua_type(L, argument) == LUA_TTABLE) return;
  if (lua_getmetatable(L, argument)) {
    bool enough = offers(L, needs, CSB_NEEDS_READ, "__index") &&
                  offers(L, needs, CSB_NEEDS_WRITE, "__newindex") &&
                  offers(L, needs, CSB_NEEDS_LENGTH, "__len");
    lua_pop(L, 1);
    if (enough) return;
  }
  luaL_checktype(L, argument, LUA_TTABLE);
}

/// See library.h. Pushes nothing; may raise.
lua_Integer csb_table_length(lua_State *L, unsigned needs) {
  csb_check_stack(L);
  check_table(L, 1, needs | CSB_NEEDS_LENGTH);
  return luaL_len(L, 1);
}

/// table.insert(list, [pos,] value). Returns nothing. May raise.
static int table_insert(lua_State *L) {
  lua_Unsigned length =
      (lua_Unsigned)csb_table_length(L, CSB_NEEDS_READ | CSB_NEEDS_WRITE);
  lua_Integer end = (lua_Integer)(length + 1);
  lua_Integer position = end;
  switch (lua_gettop(L)) {
    case 2:
      break;
    case 3:
      position = luaL_checkinteger(L, 2);
      luaL_argcheck(L, (lua_Unsigned)position - 1 < (lua_Unsigned)end, 2,
                    "position out of bounds");
      for (lua_Integer i = end; i > position; i--) {
        csb_tick(L);
        lua_geti(L, 1, i - 1);
        lua_seti(L, 1, i);
      }
      break;
    default:
      return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  lua_seti(L, 1, position);
  return 0;
}

/// table.remove(list [, pos]). Returns the removed value. May raise.
static int table_remove(lua_State *L) {
  lua_Integer length = csb_table_length(L, CSB_NEEDS_READ | CSB_NEEDS_WRITE);
  lua_Integer position = luaL_optinteger(L, 2, length);
  if (position != length)
    luaL_argcheck(L, (lua_Unsigned)position - 1 <= (lua_Unsigned)length, REMOVE_POSITION,
                  "position out of bounds");
  lua_geti(L, 1, position);
  for (; position < length; position++) {
    csb_tick(L);
    lua_geti(L, 1, position + 1);
    lua_seti(L, 1, position);
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

/// table.move(a1, f, e, t [, a2]). Returns the destination. May raise.
static int table_move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2);
  lua_Integer last = luaL_checkinteger(L, 3);
  lua_Integer to = luaL_checkinteger(L, 4);
  int destination = lua_isnoneornil(L, 5) ? 1 : 5;
  csb_check_stack(L);
  check_table(L, 1, CSB_NEEDS_READ);
  check_table(L, destination, CSB_NEEDS_WRITE);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3,
                  "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, to <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    bool forwards = to > last || to <= first ||
                    (destination != 1 && !lua_compare(L, 1, destination, LUA_OPEQ));
    for (lua_Integer i = 0; i < count; i++) {
      lua_Integer offset = forwards ? i : count - 1 - i;
      csb_tick(L);
      lua_geti(L, 1, first + offset);
      lua_seti(L, destination, to + offset);
    }
  }
  lua_pushvalue(L, destination);
  return 1;
}

/// Appends list[index]. Pushes nothing; may raise.
static void add_element(lua_State *L, csb_buffer *buffer, lua_Integer index) {
  csb_tick(L);
  lua_geti(L, 1, index);
  size_t length;
  const char *bytes = lua_tolstring(L, -1, &length);
  if (!bytes)
    luaL_error(L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1),
               (LUAI_UACINT)index);
  csb_buffer_add(buffer, bytes, length);
  lua_pop(L, 1);
}

/// table.concat(list [, sep [, i [, j]]]). Returns one string. May raise.
static int table_concat(lua_State *L) {
  lua_Integer last = csb_table_length(L, CSB_NEEDS_READ);
  size_t separator_length;
  const char *separator = luaL_optlstring(L, 2, "", &separator_length);
  lua_Integer index = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  csb_buffer buffer;
  csb_buffer_begin(L, &buffer);
  for (; index < last; index++) {
    add_element(L, &buffer, index);
    csb_buffer_add(&buffer, separator, separator_length);
  }
  if (index == last) add_element(L, &buffer, index);
  csb_buffer_push(&buffer);
  return 1;
}

/// table.unpack(list [, i [, j]]). Returns the elements. May raise.
static int table_unpack(lua_State *L) {
  lua_Integer index = luaL_optinteger(L, 2, 1);
  csb_check_stack(L);
  lua_Integer last = luaL_opt(L, luaL_checkinteger, 3, luaL_len(L, 1));
  if (index > last) return 0;
  lua_Unsigned distance = (lua_Unsigned)last - (lua_Unsigned)index;
  if (distance >= (lua_Unsigned)INT_MAX || !lua_checkstack(L, (int)distance + 1))
    return luaL_error(L, "too many results to unpack");
  for (; index < last; index++) {
    csb_tick(L);
    lua_geti(L, 1, index);
  }
  lua_geti(L, 1, last);
  return (int)distance + 1;
}

/// See internal.h. table.pack is the stock one. Pushes nothing; may raise.
void csb_open_tables(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"concat", table_concat}, {"insert", table_insert},   {"move", table_move},
      {"remove", table_remove}, {"sort", csb_table_sort},   {"unpack", table_unpack},
      {NULL, NULL},
  };
  lua_pushcfunction(L, luaopen_table);
  lua_call(L, 0, 1);
  luaL_setfuncs(L, functions, 0);
  csb_library_set(L, "table");
}
