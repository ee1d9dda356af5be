#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "world.h"

enum { PIECE = 256 };  // bytes of source between two looks at the stop

static char loading;  // its address marks a module whose file is running

/// A source that is handed to the parser piece by piece.
typedef struct {
  const char *at;
  size_t left;
} source_reader;

/// The next piece. The parser looks at no flag, and names in 200 nested functions cost it a walk
/// through all their locals each: a piece is what it may do between two looks. May raise (a stop).
static const char *next_piece(lua_State *L, void *context, size_t *length) {
  source_reader *reader = context;
  csb_tick(L);
  *length = reader->left < PIECE ? reader->left : PIECE;
  const char *piece = reader->at;
  reader->at += *length;
  reader->left -= *length;
  return piece;
}

/// Pushes the file's chunk. May raise (syntax, out of memory, the stop).
static void push_chunk(lua_State *L, const csb_source *source) {
  lua_pushfstring(L, "=%s", source->file);
  source_reader reader = {.at = source->bytes, .left = source->length};
  int status = lua_load(L, next_piece, &reader, lua_tostring(L, -1), "t");
  if (status != LUA_OK) {
    csb_tick(L);  // lua_load catches the stop as it does any error
    lua_error(L);
  }
  int line = csb_find_long_chain(source->bytes, source->length);
  if (line > 0) {
    luaL_error(L, "%s:%d: more than 100 index steps in one expression; keep a part of it in a "
               "local variable", source->file, line);
  }
  lua_remove(L, -2);
}

// ---- require --------------------------------------------------------------------------------

/// Names beyond it are cut where they are compared.
enum { COMPARED_BYTES = 63 };

/// Writes a name as require has it, with its end: a path's slashes are dots, and a path's dots at the
/// start and its ".lua" are left out.
static void write_plain_name(char plain[COMPARED_BYTES + 1], const char *name) {
  while (*name == '.' || *name == '/') name++;
  size_t length = strnlen(name, COMPARED_BYTES);
  if (length > 4 && memcmp(name + length - 4, ".lua", 4) == 0) length -= 4;
  for (size_t i = 0; i < length; i++) plain[i] = name[i] == '/' ? '.' : name[i];
  plain[length] = 0;
}

/// How many single-byte edits, or swaps of neighbours, lead from one plain name to the other.
static size_t distance(const char *a, const char *b) {
  size_t a_length = strnlen(a, COMPARED_BYTES), b_length = strnlen(b, COMPARED_BYTES);
  uint8_t rows[3][COMPARED_BYTES + 1];
  uint8_t *before = rows[0], *last = rows[1], *current = rows[2];
  for (size_t j = 0; j <= b_length; j++) before[j] = last[j] = (uint8_t)j;
  for (size_t i = 1; i <= a_length; i++) {
    current[0] = (uint8_t)i;
    for (size_t j = 1; j <= b_length; j++) {
      uint8_t best = (uint8_t)(last[j - 1] + (a[i - 1] != b[j - 1]));
      if (last[j] + 1 < best) best = (uint8_t)(last[j] + 1);
      if (current[j - 1] + 1 < best) best = (uint8_t)(current[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
          before[j - 2] + 1 < best) {
        best = (uint8_t)(before[j - 2] + 1);
      }
      current[j] = best;
    }
    uint8_t *free_row = before;
    before = last;
    last = current;
    current = free_row;
  }
  return last[b_length];
}

/// The most edits that a mistyped name is away: a third of the longer one, 1 to 3.
static size_t nearness(const char *a, const char *b) {
  size_t a_length = strlen(a), b_length = strlen(b);
  size_t third = (a_length > b_length ? a_length : b_length) / 3;
  return third < 1 ? 1 : third > 3 ? 3 : third;
}

/// Raises that the bundle has no such module. Does not return.
static int raise_missing(lua_State *L, const csb_world *world, const char *name) {
  const csb_source *nearest = NULL;
  size_t least = COMPARED_BYTES + 1;
  char plain[COMPARED_BYTES + 1], known[COMPARED_BYTES + 1];
  write_plain_name(plain, name);
  for (size_t i = 0; i < world->source_count; i++) {
    write_plain_name(known, world->sources[i].module);
    size_t edits = distance(plain, known);
    // A short name whose every letter differs is another name.
    bool is_near = edits <= nearness(plain, known) &&
                   (edits < strlen(plain) || edits < strlen(known));
    if (is_near && edits < least) {
      least = edits;
      nearest = &world->sources[i];
    }
  }
  if (nearest) {
    return luaL_error(L, "require: this bundle has no module '%s'; the nearest is '%s' (%s)", name,
                      nearest->module, nearest->file);
  }
  return luaL_error(L, "require: this bundle has no module '%s'; a file lib/name.lua is '%s'", name,
                    "lib.name");
}

/// Ends the protected run of a module. Stack: 1 name, 2 modules, 3 file, 4 handler, 5 value or
/// error.
static int finish_require(lua_State *L, int status, lua_KContext context) {
  (void)context;
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    lua_rawset(L, 2);
    return lua_error(L);
  }
  if (lua_isnil(L, 5)) {
    lua_pushboolean(L, 1);
    lua_replace(L, 5);
  }
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 5);
  lua_rawset(L, 2);
  lua_pushvalue(L, 5);
  lua_pushvalue(L, 3);
  return 2;
}

int csb_require(lua_State *L) {
  csb_world *world = csb_world_of(L);
  size_t length;
  const char *name = luaL_checklstring(L, 1, &length);
  csb_tick(L);
  lua_settop(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_MODULES);
  const csb_source *source = NULL;
  for (size_t i = 0; i < world->source_count && !source; i++) {
    // A name with a zero byte in it is another name.
    if (strlen(world->sources[i].module) == length &&
        memcmp(world->sources[i].module, name, length) == 0) source = &world->sources[i];
  }
  if (!source) return raise_missing(L, world, name);
  lua_pushstring(L, source->file);
  lua_pushvalue(L, 1);
  lua_rawget(L, 2);
  if (lua_touserdata(L, -1) == &loading) {
    return luaL_error(L, "require: '%s' is being loaded already: %s requires itself, directly or "
                      "through another module", name, source->file);
  }
  if (!lua_isnil(L, -1)) {
    lua_pushvalue(L, 3);
    return 2;
  }
  lua_pop(L, 1);
  csb_check_stack(L);
  lua_pushcfunction(L, csb_trace_handler);
  push_chunk(L, source);
  lua_pushvalue(L, 1);
  lua_pushlightuserdata(L, &loading);
  lua_rawset(L, 2);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 3);
  int status = lua_pcallk(L, 2, 1, 4, 0, finish_require);
  return finish_require(L, status, 0);
}

// ---- The handler file -----------------------------------------------------------------------

static const char *const entry_names[] = {"handle", "expire", "undelivered"};
enum { ENTRIES = sizeof entry_names / sizeof *entry_names };

/// Keeps the functions of the table at the top of the stack as entries. May raise.
static void keep_entries(lua_State *L, csb_world *world) {
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    int entry = 0;
    if (lua_type(L, -2) == LUA_TSTRING) {
      size_t length;
      const char *name = lua_tolstring(L, -2, &length);
      while (entry < ENTRIES && (strlen(entry_names[entry]) != length ||
                                 memcmp(entry_names[entry], name, length) != 0)) entry++;
    } else {
      entry = ENTRIES;
    }
    if (entry == ENTRIES) {
      luaL_error(L, "the table it returns may hold the functions handle, expire and "
                 "undelivered, not %s",
                 lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : luaL_typename(L, -2));
    }
    if (!lua_isfunction(L, -1)) {
      luaL_error(L, "'%s' in the table it returns is a %s, not a function",
                 entry_names[entry], luaL_typename(L, -1));
    }
    lua_rawseti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_HANDLE + entry);
    world->offers |= 1u << entry;
  }
  if (!(world->offers & 1u << CSB_HANDLE)) {
    luaL_error(L, "the table it returns has no function 'handle'");
  }
}

int csb_run_top_level(lua_State *L) {
  csb_world *world = csb_world_of(L);
  const csb_source *source = lua_touserdata(L, 1);
  push_chunk(L, source);
  lua_call(L, 0, 1);
  world->offers = 0;
  if (lua_isfunction(L, -1)) {
    lua_rawseti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_HANDLE);
    world->offers = 1u << CSB_HANDLE;
  } else if (lua_istable(L, -1)) {
    keep_entries(L, world);
  } else {
    return luaL_error(L, "a handler file returns its handler: a function, or a table with the "
                      "function 'handle'; this one returned %s%s",
                      lua_isnil(L, -1) ? "" : "a ",
                      lua_isnil(L, -1) ? "nothing" : luaL_typename(L, -1));
  }
  return 0;
}
