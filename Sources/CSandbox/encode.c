#include <math.h>
#include <stdio.h>
#include <string.h>

#include "world.h"

enum {
  PATH_BYTES = 512,     // longest path in an INVALID value
  PATH_KEY_BYTES = 64,  // longest key in it
  COUNTED_VALUES = 1024,  // how many values are charged at a time
  VALUE_BYTES = 32,       // what the host's form of a value takes, about, its text apart
};

typedef struct {
  lua_State *L;
  csb_world *world;
  csb_bytes *buffer;
  size_t start;          // where the value begins in the buffer
  unsigned depth;        // tables around the place in work
  enum csb_invalid why;  // once something has no faithful form
  const char *detail;    // static text or a Lua type's name
} encoder;

static void reserve(encoder *e, size_t more) {
  if (!csb_bytes_reserve(e->world, e->buffer, more)) csb_raise_memory(e->L);
}

static void put_byte(encoder *e, uint8_t byte) {
  reserve(e, 1);
  e->buffer->bytes[e->buffer->length++] = byte;
}

static void put_tagged(encoder *e, uint8_t tag, const void *payload, size_t length) {
  reserve(e, 1 + length);
  uint8_t *place = e->buffer->bytes + e->buffer->length;
  place[0] = tag;
  memcpy(place + 1, payload, length);
  e->buffer->length += 1 + length;
}

static void put_text(encoder *e, const char *text, size_t length) {
  uint32_t prefix = (uint32_t)length;
  reserve(e, sizeof prefix + length);
  uint8_t *place = e->buffer->bytes + e->buffer->length;
  memcpy(place, &prefix, sizeof prefix);
  memcpy(place + sizeof prefix, text, length);
  e->buffer->length += sizeof prefix + length;
}

static bool fail(encoder *e, enum csb_invalid why, const char *detail) {
  e->why = why;
  e->detail = detail;
  return false;
}

/// Whether the encoded value, `more` bytes added, is larger than the world allows.
static bool too_large(const encoder *e, size_t more) {
  return e->buffer->length - e->start + more > e->world->value_bytes;
}

/// Whether the bytes are UTF-8 as Unicode defines it: shortest forms, no surrogates, to U+10FFFF.
static bool is_utf8(const uint8_t *s, size_t length) {
  const uint8_t *end = s + length;
  while (s < end) {
    while (end - s >= 8) {
      uint64_t chunk;
      memcpy(&chunk, s, sizeof chunk);
      if (chunk & UINT64_C(0x8080808080808080)) break;
      s += 8;
    }
    if (s == end) return true;
    uint8_t lead = *s++;
    if (lead < 0x80) continue;
    uint8_t low = 0x80, high = 0xBF;
    int more;
    if (lead >= 0xC2 && lead <= 0xDF) {
      more = 1;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
      more = 2;
      if (lead == 0xE0) low = 0xA0;
      if (lead == 0xED) high = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
      more = 3;
      if (lead == 0xF0) low = 0x90;
      if (lead == 0xF4) high = 0x8F;
    } else {
      return false;
    }
    if (end - s < more || *s < low || *s > high) return false;
    for (s++; --more > 0; s++) {
      if (*s < 0x80 || *s > 0xBF) return false;
    }
  }
  return true;
}

static bool put_value(encoder *e, int index);

/// Counts a value. One that takes a byte here takes some thirty as a value of the host, and a table
/// that is met a thousand times is a thousand values there. May raise (out of memory, the stop).
static void count_value(encoder *e) {
  if (++e->buffer->values % COUNTED_VALUES != 0) return;
  csb_tick(e->L);
  size_t more = COUNTED_VALUES * VALUE_BYTES;
  if (!csb_arena_charge(&e->world->arena, more)) {
    e->world->arena.refusals += 1;
    csb_raise_memory(e->L);
  }
  e->buffer->copies += more;
}

/// A table's shape, by raw access.
typedef struct {
  bool is_array;
  lua_Integer count;
} shape;

/// Finds out whether the table at `index` is an array or an object. Pushes nothing.
static bool find_shape(encoder *e, int index, shape *found) {
  lua_State *L = e->L;
  bool marked = false;
  if (lua_getmetatable(L, index)) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_ARRAY_MARK);
    marked = lua_rawequal(L, -1, -2);
    lua_pop(L, 2);
  }
  lua_Integer items = 0, members = 0, largest = 0;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    lua_pop(L, 1);
    int type = lua_type(L, -1);
    if (type == LUA_TSTRING) {
      members += 1;
    } else if (lua_isinteger(L, -1) && type == LUA_TNUMBER && lua_tointeger(L, -1) > 0) {
      lua_Integer key = lua_tointeger(L, -1);
      items += 1;
      if (key > largest) largest = key;
    } else {
      const char *name = type == LUA_TNUMBER ? "number" : lua_typename(L, type);
      lua_pop(L, 1);
      return fail(e, CSB_INVALID_KEY, name);
    }
    if (items > 0 && members > 0) {
      lua_pop(L, 1);
      return fail(e, CSB_INVALID_MIXED, "table");
    }
    if (((items + members) & 1023) == 0) csb_tick(L);
  }
  if (marked && members > 0) return fail(e, CSB_INVALID_MIXED, "table");
  if (largest != items) return fail(e, CSB_INVALID_SPARSE, "table");
  *found = (shape){.is_array = marked || items > 0, .count = items > 0 ? items : members};
  return true;
}

/// Appends the members of the table at `index`, whose keys seem to be strings, in one pass: their
/// count is put in at the end. A key of another kind is for find_shape to judge.
static bool put_members(encoder *e, int index, csb_step *step) {
  lua_State *L = e->L;
  uint32_t count = 0;
  put_tagged(e, CSB_TAG_OBJECT, &count, sizeof count);
  size_t place = e->buffer->length - sizeof count;
  e->depth += 1;
  lua_pushnil(L);
  while (lua_next(L, index)) {
    if (lua_type(L, -2) != LUA_TSTRING) {
      lua_pop(L, 2);
      e->depth -= 1;
      shape found;
      return find_shape(e, index, &found) ? fail(e, CSB_INVALID_MIXED, "table") : false;
    }
    size_t length;
    const char *key = lua_tolstring(L, -2, &length);
    step->key = key;
    step->key_length = length;
    if (!is_utf8((const uint8_t *)key, length)) return fail(e, CSB_INVALID_UTF8, "key");
    if (too_large(e, 4 + length)) return fail(e, CSB_INVALID_SIZE, "key");
    put_text(e, key, length);
    if (!put_value(e, lua_gettop(L))) return false;
    lua_pop(L, 1);
    count += 1;
    if ((count & 1023) == 0) csb_tick(L);
  }
  e->depth -= 1;
  memcpy(e->buffer->bytes + place, &count, sizeof count);
  return true;
}

/// Whether the table at `index` has no metatable and a string as its first key. Pushes nothing.
static bool is_plain_object(lua_State *L, int index) {
  if (lua_getmetatable(L, index)) {
    lua_pop(L, 1);
    return false;
  }
  lua_pushnil(L);
  if (!lua_next(L, index)) return false;
  bool is_object = lua_type(L, -2) == LUA_TSTRING;
  lua_pop(L, 2);
  return is_object;
}

static bool put_table(encoder *e, int index) {
  lua_State *L = e->L;
  csb_world *world = e->world;
  const void *identity = lua_topointer(L, index);
  // A table costs by the room it has, not by what is in it: ten thousand times one that was emptied
  // is a value of a few bytes each.
  csb_tick(L);
  for (unsigned i = 0; i < e->depth; i++) {
    if (world->path[i].table == identity) return fail(e, CSB_INVALID_CYCLE, "table");
  }
  if (e->depth >= world->value_depth) return fail(e, CSB_INVALID_DEPTH, "table");
  if (!lua_checkstack(L, 6)) return csb_raise_memory(L);
  shape found;
  csb_step *step = &world->path[e->depth];
  *step = (csb_step){.table = identity};
  if (!too_large(e, 5) && is_plain_object(L, index)) return put_members(e, index, step);
  if (!find_shape(e, index, &found)) return false;
  if (found.count > UINT32_MAX || too_large(e, 5)) return fail(e, CSB_INVALID_SIZE, "table");
  if (!found.is_array) return put_members(e, index, step);
  uint32_t count = (uint32_t)found.count;
  put_tagged(e, CSB_TAG_ARRAY, &count, sizeof count);
  e->depth += 1;
  for (lua_Integer i = 1; i <= found.count; i++) {
    step->index = i;
    lua_rawgeti(L, index, i);
    if (!put_value(e, lua_gettop(L))) return false;
    lua_pop(L, 1);
  }
  e->depth -= 1;
  return true;
}

static bool put_string(encoder *e, int index, bool any_bytes) {
  size_t length;
  const char *text = lua_tolstring(e->L, index, &length);
  if (!any_bytes && too_large(e, 5 + length)) return fail(e, CSB_INVALID_SIZE, "string");
  if (!any_bytes && !is_utf8((const uint8_t *)text, length)) {
    return fail(e, CSB_INVALID_UTF8, "string");
  }
  if (length > UINT32_MAX) return fail(e, CSB_INVALID_SIZE, "string");
  put_byte(e, CSB_TAG_STRING);
  put_text(e, text, length);
  return true;
}

/// Appends the value at the absolute index; leaves what it pushed when it answers false.
static bool put_value(encoder *e, int index) {
  lua_State *L = e->L;
  if (too_large(e, 1)) return fail(e, CSB_INVALID_SIZE, "value");
  count_value(e);
  int type = lua_type(L, index);
  switch (type) {
    case LUA_TNIL:
    case LUA_TNONE:
      put_byte(e, CSB_TAG_NIL);
      return true;
    case LUA_TBOOLEAN:
      put_byte(e, lua_toboolean(L, index) ? CSB_TAG_TRUE : CSB_TAG_FALSE);
      return true;
    case LUA_TNUMBER:
      if (too_large(e, 9)) return fail(e, CSB_INVALID_SIZE, "number");
      if (lua_isinteger(L, index)) {
        int64_t integer = lua_tointeger(L, index);
        put_tagged(e, CSB_TAG_INTEGER, &integer, sizeof integer);
      } else {
        double number = lua_tonumber(L, index);
        if (isnan(number)) return fail(e, CSB_INVALID_NAN, "nan");
        if (isinf(number)) return fail(e, CSB_INVALID_INFINITY, number < 0 ? "-inf" : "inf");
        put_tagged(e, CSB_TAG_NUMBER, &number, sizeof number);
      }
      return true;
    case LUA_TSTRING:
      return put_string(e, index, false);
    case LUA_TTABLE:
      return put_table(e, index);
    case LUA_TLIGHTUSERDATA:
      if (lua_touserdata(L, index) == csb_null()) {
        put_byte(e, CSB_TAG_NULL);
        return true;
      }
      return fail(e, CSB_INVALID_TYPE, lua_typename(L, type));
    default:
      return fail(e, CSB_INVALID_TYPE, lua_typename(L, type));
  }
}

static bool is_name(const char *key, size_t length) {
  for (size_t i = 0; i < length; i++) {
    char c = key[i];
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    if (!letter && !(i > 0 && c >= '0' && c <= '9')) return false;
  }
  return length > 0;
}

/// Writes the way to the place in work, such as `.items[3].price`, into `path`. Returns its length.
static size_t write_path(const encoder *e, char path[PATH_BYTES]) {
  size_t length = 0;
  for (unsigned i = 0; i < e->depth; i++) {
    const csb_step *step = &e->world->path[i];
    if (length + PATH_KEY_BYTES + 16 > PATH_BYTES) {
      memcpy(path + length, "...", 3);
      return length + 3;
    }
    if (!step->key) {
      length += (size_t)snprintf(path + length, PATH_BYTES - length, "[%lld]",
                                 (long long)step->index);
      continue;
    }
    size_t cut = step->key_length;
    bool whole = cut <= PATH_KEY_BYTES;
    if (!whole) cut = PATH_KEY_BYTES;
    if (whole && is_name(step->key, cut)) {
      path[length++] = '.';
      memcpy(path + length, step->key, cut);
      length += cut;
      continue;
    }
    path[length++] = '[';
    path[length++] = '"';
    for (size_t j = 0; j < cut; j++) {
      // Bytes that a message could not show become '?', so that a path is always plain text.
      unsigned char c = (unsigned char)step->key[j];
      path[length++] = c < 0x20 || c > 0x7E || c == '"' ? '?' : (char)c;
    }
    if (!whole) {
      memcpy(path + length, "...", 3);
      length += 3;
    }
    path[length++] = '"';
    path[length++] = ']';
  }
  return length;
}

void csb_encode(lua_State *L, csb_bytes *buffer, int index, char letter) {
  csb_world *world = csb_world_of(L);
  encoder encoding = {.L = L, .world = world, .buffer = buffer, .start = buffer->length};
  encoder *e = &encoding;
  int type = lua_type(L, index);
  int top = lua_gettop(L);
  index = lua_absindex(L, index);
  bool faithful = true;
  if (type == LUA_TFUNCTION && letter == 'f') {
    put_byte(e, CSB_TAG_FUNCTION);
  } else if (letter == 'k') {
    put_byte(e, type == LUA_TNIL ? CSB_TAG_NIL : CSB_TAG_TRUE);
  } else if (type == LUA_TSTRING && (letter == 'b' || letter == 'r')) {
    faithful = put_string(e, index, true);
  } else if (type == LUA_TTABLE && (letter == 'b' || letter == 'f')) {
    faithful = fail(e, CSB_INVALID_TYPE, "table");
  } else {
    faithful = put_value(e, index);
  }
  if (faithful) return;
  char path[PATH_BYTES];
  size_t length = write_path(e, path);
  buffer->length = e->start;
  uint8_t why = (uint8_t)e->why;
  put_tagged(e, CSB_TAG_INVALID, &why, sizeof why);
  put_text(e, path, length);
  put_text(e, e->detail, strlen(e->detail));
  lua_settop(L, top);
}

void csb_list_begin(lua_State *L, csb_bytes *buffer, uint32_t count) {
  buffer->length = 0;
  csb_bytes_forget_copies(csb_world_of(L), buffer);
  if (!csb_bytes_reserve(csb_world_of(L), buffer, sizeof count)) csb_raise_memory(L);
  memcpy(buffer->bytes, &count, sizeof count);
  buffer->length = sizeof count;
}
