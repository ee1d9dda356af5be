#include <string.h>

#include "library.h"

/// Smallest allocation; most results of gsub and format fit.
static const size_t first_capacity = 128;

/// Up to here a buffer grows by four, because each of its former lives is work for the collector;
/// beyond by two, because what is not used counts against the script's memory.
static const size_t few_bytes = 4096;

/// See library.h. Pushes one slot; may raise (stack).
void csb_buffer_begin(lua_State *L, csb_buffer *buffer) {
  luaL_checkstack(L, 1, "string buffer");
  lua_pushnil(L);
  *buffer = (csb_buffer){.L = L, .slot = lua_gettop(L)};
}

/// See library.h. Grows by a factor; the former userdata becomes garbage. Pushes nothing; may raise.
char *csb_buffer_room(csb_buffer *buffer, size_t count) {
  lua_State *L = buffer->L;
  if (csb_buffer_has_room(buffer, count)) return buffer->bytes + buffer->length;
  if (count > SIZE_MAX / 4 - buffer->length) luaL_error(L, "resulting string too large");
  size_t capacity = buffer->capacity == 0         ? first_capacity
                    : buffer->capacity < few_bytes ? buffer->capacity * 4
                                                   : buffer->capacity * 2;
  if (capacity < buffer->length + count) capacity = buffer->length + count;
  luaL_checkstack(L, 1, "string buffer");
  csb_tick(L);
  char *bytes = lua_newuserdatauv(L, capacity, 0);
  if (buffer->length > 0) memcpy(bytes, buffer->bytes, buffer->length);
  lua_replace(L, buffer->slot);
  buffer->bytes = bytes;
  buffer->capacity = capacity;
  return bytes + buffer->length;
}

/// See library.h. Pops the value; may raise.
void csb_buffer_add_value(csb_buffer *buffer) {
  size_t length;
  const char *bytes = lua_tolstring(buffer->L, -1, &length);
  csb_buffer_add(buffer, bytes, length);
  lua_pop(buffer->L, 1);
}

/// See library.h. Pushes one string; may raise.
void csb_buffer_push(csb_buffer *buffer) {
  if (buffer->length == 0) {
    lua_pushliteral(buffer->L, "");
  } else {
    lua_pushlstring(buffer->L, buffer->bytes, buffer->length);
  }
}

/// See library.h. Pops the table; may raise.
void csb_library_set(lua_State *L, const char *name) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
  lua_setglobal(L, name);
}
