/// The strings library: the parts of it that build a string, and what is put together from
/// search.c, format.c and pack.c. Case and classes are those of the C locale.
#include <string.h>

#include "library.h"

/// Pushes room for a string of `length` bytes and returns it; filled, it becomes the result by
/// push_filled. Pushes one value; may raise.
static char *push_room(lua_State *L, size_t length) { return lua_newuserdatauv(L, length, 0); }

/// Pushes the string that fills the room on top. May raise.
static void push_filled(lua_State *L, size_t length) {
  lua_pushlstring(L, lua_touserdata(L, -1), length);
}

/// string.rep(s, n [, sep]). Returns one string. May raise.
static int string_rep(lua_State *L) {
  size_t length, separator_length;
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  if (count <= 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  size_t unit = length + separator_length;
  if (unit > CSB_MAX_STRING / (lua_Unsigned)count)
    return luaL_error(L, "resulting string too large");
  if (unit == 0) {  // any number of nothing, without a loop
    lua_pushliteral(L, "");
    return 1;
  }
  size_t total = unit * (size_t)count - separator_length;
  if (total == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  char *room = push_room(L, total);
  // One unit, then ever longer runs of whole units copied from the beginning.
  memcpy(room, text, length);
  size_t filled = length;
  if (total > length) {
    memcpy(room + length, separator, separator_length);
    filled = unit;
  }
  while (filled < total) {
    size_t run = filled < CSB_TICK_BYTES ? filled : CSB_TICK_BYTES / unit * unit;
    if (run == 0) run = unit;
    if (run > total - filled) run = total - filled;
    memcpy(room + filled, room, run);
    filled += run;
    csb_tick(L);
  }
  push_filled(L, total);
  return 1;
}

/// What upper, lower and reverse share. Returns one string; may raise.
static int convert(lua_State *L, void (*fill)(char *to, const char *from, size_t first,
                                              size_t count, size_t length)) {
  size_t length;
  const char *text = luaL_checklstring(L, 1, &length);
  if (length == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  char *room = push_room(L, length);
  for (size_t first = 0; first < length; first += CSB_TICK_BYTES) {
    size_t left = length - first;
    fill(room, text, first, left < CSB_TICK_BYTES ? left : CSB_TICK_BYTES, length);
    csb_tick(L);
  }
  push_filled(L, length);
  return 1;
}

static void fill_upper(char *to, const char *from, size_t first, size_t count, size_t length) {
  (void)length;
  for (size_t i = first; i < first + count; i++)
    to[i] = (unsigned char)(from[i] - 'a') < 26 ? (char)(from[i] - 0x20) : from[i];
}

static void fill_lower(char *to, const char *from, size_t first, size_t count, size_t length) {
  (void)length;
  for (size_t i = first; i < first + count; i++)
    to[i] = (unsigned char)(from[i] - 'A') < 26 ? (char)(from[i] + 0x20) : from[i];
}

static void fill_reversed(char *to, const char *from, size_t first, size_t count, size_t length) {
  for (size_t i = first; i < first + count; i++) to[i] = from[length - 1 - i];
}

/// string.upper(s). Returns one string. May raise.
static int string_upper(lua_State *L) { return convert(L, fill_upper); }

/// string.lower(s). Returns one string. May raise.
static int string_lower(lua_State *L) { return convert(L, fill_lower); }

/// string.reverse(s). Returns one string. May raise.
static int string_reverse(lua_State *L) { return convert(L, fill_reversed); }

/// string.char(...). Returns one string. May raise.
static int string_char(lua_State *L) {
  int count = lua_gettop(L);
  if (count == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  luaL_checkstack(L, 2, "too many arguments");
  unsigned char *room = (unsigned char *)push_room(L, (size_t)count);
  for (int i = 1; i <= count; i++) {
    lua_Unsigned code = (lua_Unsigned)luaL_checkinteger(L, i);
    luaL_argcheck(L, code <= UCHAR_MAX, i, "value out of range");
    room[i - 1] = (unsigned char)code;
    if (i % 1024 == 0) csb_tick(L);
  }
  push_filled(L, (size_t)count);
  return 1;
}

/// See internal.h. Takes byte, len, sub and the strings' metatable (with its arithmetic) from the
/// stock library; there is no dump. Pushes nothing; may raise.
void csb_open_strings(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"char", string_char},
      {"find", csb_string_find},
      {"format", csb_string_format},
      {"gmatch", csb_string_gmatch},
      {"gsub", csb_string_gsub},
      {"lower", string_lower},
      {"match", csb_string_match},
      {"pack", csb_string_pack},
      {"packsize", csb_string_packsize},
      {"rep", string_rep},
      {"reverse", string_reverse},
      {"unpack", csb_string_unpack},
      {"upper", string_upper},
      {NULL, NULL},
  };
  lua_pushcfunction(L, luaopen_string);
  lua_call(L, 0, 1);
  luaL_setfuncs(L, functions, 0);
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");
  csb_library_set(L, "string");
}
