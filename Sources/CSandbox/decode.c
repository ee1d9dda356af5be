#include <string.h>

#include "world.h"

enum { MOST_VALUES = 10000 };  // in one list from the host

typedef struct {
  lua_State *L;
  const uint8_t *at;
  const uint8_t *end;
  int arguments;  // values that CSB_TAG_ARGUMENT may name: what was on the stack before
} decoder;

static int malformed(decoder *d) { return luaL_error(d->L, "the host's value is malformed"); }

/// Copies `size` bytes out and moves on. May raise.
static void get(decoder *d, void *into, size_t size) {
  if ((size_t)(d->end - d->at) < size) malformed(d);
  memcpy(into, d->at, size);
  d->at += size;
}

/// Reads a length or count; each of what it counts takes at least `each` bytes. May raise.
static uint32_t get_count(decoder *d, size_t each) {
  uint32_t count;
  get(d, &count, sizeof count);
  if ((size_t)(d->end - d->at) / each < count) malformed(d);
  return count;
}

static void push_text(decoder *d) {
  uint32_t length = get_count(d, 1);
  lua_pushlstring(d->L, (const char *)d->at, length);
  d->at += length;
}

static void push_value(decoder *d, unsigned depth) {
  lua_State *L = d->L;
  uint8_t tag;
  get(d, &tag, sizeof tag);
  switch (tag) {
    case CSB_TAG_NIL: lua_pushnil(L); return;
    case CSB_TAG_NULL: lua_pushlightuserdata(L, csb_null()); return;
    case CSB_TAG_FALSE: lua_pushboolean(L, 0); return;
    case CSB_TAG_TRUE: lua_pushboolean(L, 1); return;
    case CSB_TAG_INTEGER: {
      int64_t integer;
      get(d, &integer, sizeof integer);
      lua_pushinteger(L, integer);
      return;
    }
    case CSB_TAG_NUMBER: {
      double number;
      get(d, &number, sizeof number);
      lua_pushnumber(L, number);
      return;
    }
    case CSB_TAG_STRING: push_text(d); return;
    case CSB_TAG_ARRAY:
    case CSB_TAG_OBJECT: {
      if (depth >= CSB_DEEPEST_VALUE) malformed(d);
      if (!lua_checkstack(L, 4)) csb_raise_memory(L);
      bool is_array = tag == CSB_TAG_ARRAY;
      uint32_t count = get_count(d, is_array ? 1 : 5);
      if (count > INT32_MAX) malformed(d);
      lua_createtable(L, is_array ? (int)count : 0, is_array ? 0 : (int)count);
      for (uint32_t i = 0; i < count; i++) {
        if (is_array) {
          push_value(d, depth + 1);
          lua_rawseti(L, -2, (lua_Integer)i + 1);
        } else {
          push_text(d);
          if (d->at < d->end && *d->at == CSB_TAG_NIL) {  // absent to scripts
            d->at += 1;
            lua_pop(L, 1);
            continue;
          }
          push_value(d, depth + 1);
          lua_rawset(L, -3);
        }
      }
      if (is_array) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_ARRAY_MARK);
        lua_setmetatable(L, -2);
      }
      return;
    }
    case CSB_TAG_ARGUMENT: {
      uint32_t index;
      get(d, &index, sizeof index);
      if (depth > 0) malformed(d);
      if (index < (uint32_t)d->arguments) lua_pushvalue(L, (int)index + 1);
      else lua_pushnil(L);  // the argument was not given
      return;
    }
    default: malformed(d);
  }
}

int csb_decode_list(lua_State *L, const uint8_t *bytes, size_t length) {
  if (length == 0) return 0;
  decoder d = {.L = L, .at = bytes, .end = bytes + length, .arguments = lua_gettop(L)};
  uint32_t count = get_count(&d, 1);
  if (count > MOST_VALUES) malformed(&d);
  if (!lua_checkstack(L, (int)count + 4)) csb_raise_memory(L);
  for (uint32_t i = 0; i < count; i++) push_value(&d, 0);
  if (d.at != d.end) malformed(&d);
  return (int)count;
}

void csb_decode(lua_State *L, const uint8_t *bytes, size_t length) {
  decoder d = {.L = L, .at = bytes, .end = bytes + length};
  if (!lua_checkstack(L, 4)) csb_raise_memory(L);
  push_value(&d, 0);
  if (d.at != d.end) malformed(&d);
}
