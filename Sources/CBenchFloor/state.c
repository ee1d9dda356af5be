#include "benchfloor.h"
#include "json.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bench_state {
  lua_State *L;
  const char *json;
  size_t json_length;
  // The effects: their arguments, one after the other, in the simplest form that keeps them.
  char *effects;
  size_t used;
  size_t room;
  size_t effect_count;
  char message[256];
};

static bench_state *state_of(lua_State *L) { return *(bench_state **)lua_getextraspace(L); }

/// Appends bytes to the effects. May raise (no memory).
static void keep(lua_State *L, const void *bytes, size_t length) {
  bench_state *state = state_of(L);
  if (state->room - state->used < length) {
    size_t room = (state->used + length) * 2;
    char *larger = realloc(state->effects, room);
    if (!larger) luaL_error(L, "no memory for effects");
    state->effects = larger;
    state->room = room;
  }
  memcpy(state->effects + state->used, bytes, length);
  state->used += length;
}

static void keep_byte(lua_State *L, char byte) { keep(L, &byte, 1); }

/// Appends a copy of the value at `index`, tables with their members. May raise.
static void keep_value(lua_State *L, int index) {
  keep_byte(L, (char)lua_type(L, index));
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN: keep_byte(L, (char)lua_toboolean(L, index)); return;
    case LUA_TNUMBER: {
      lua_Number number = lua_tonumber(L, index);
      keep(L, &number, sizeof number);
      return;
    }
    case LUA_TSTRING: {
      size_t length;
      const char *text = lua_tolstring(L, index, &length);
      keep(L, &length, sizeof length);
      keep(L, text, length);
      return;
    }
    case LUA_TTABLE:
      luaL_checkstack(L, 3, "effects");
      lua_pushnil(L);
      while (lua_next(L, index) != 0) {
        int top = lua_gettop(L);
        keep_value(L, top - 1);
        keep_value(L, top);
        lua_pop(L, 1);
      }
      keep_byte(L, (char)LUA_TNIL);
      return;
    default: return;
  }
}

/// An effect: keeps all its arguments.
static int effect(lua_State *L) {
  int count = lua_gettop(L);
  for (int i = 1; i <= count; i++) keep_value(L, i);
  state_of(L)->effect_count++;
  return 0;
}

/// storage.get: nothing is ever stored.
static int nothing(lua_State *L) {
  luaL_checkstring(L, 1);
  return 0;
}

static void register_table(lua_State *L, const char *name, const luaL_Reg *functions) {
  lua_newtable(L);
  luaL_setfuncs(L, functions, 0);
  lua_setglobal(L, name);
}

static int open_libraries(lua_State *L) {
  static const luaL_Reg chosen[] = {
      {LUA_GNAME, luaopen_base},         {LUA_TABLIBNAME, luaopen_table},
      {LUA_STRLIBNAME, luaopen_string},  {LUA_MATHLIBNAME, luaopen_math},
      {LUA_UTF8LIBNAME, luaopen_utf8},   {LUA_COLIBNAME, luaopen_coroutine},
  };
  for (size_t i = 0; i < sizeof chosen / sizeof *chosen; i++) {
    luaL_requiref(L, chosen[i].name, chosen[i].func, 1);
    lua_pop(L, 1);
  }
  register_table(L, "reply", (const luaL_Reg[]){{"send", effect}, {NULL, NULL}});
  register_table(L, "storage",
                 (const luaL_Reg[]){{"get", nothing}, {"set", effect}, {NULL, NULL}});
  register_table(L, "log", (const luaL_Reg[]){{"info", effect}, {NULL, NULL}});
  return 0;
}

bench_state *bench_state_open(const char *source, size_t length) {
  bench_state *state = calloc(1, sizeof *state);
  if (!state) return NULL;
  state->L = luaL_newstate();
  if (!state->L) {
    free(state);
    return NULL;
  }
  *(bench_state **)lua_getextraspace(state->L) = state;
  lua_pushcfunction(state->L, open_libraries);
  if (lua_pcall(state->L, 0, 0, 0) != LUA_OK ||
      luaL_loadbuffer(state->L, source, length, "=handler") != LUA_OK ||
      lua_pcall(state->L, 0, 1, 0) != LUA_OK) {
    bench_state_close(state);
    return NULL;
  }
  return state;
}

/// Reads the JSON and pushes it. Stack: the state. May raise.
static int read_response(lua_State *L) {
  const bench_state *state = lua_touserdata(L, 1);
  bench_json_push(L, state->json, state->json_length);
  return 1;
}

/// Calls what lies on the stack with `count` arguments; pops it all.
static bool call(bench_state *state, int count) {
  bool is_done = lua_pcall(state->L, count, 1, 0) == LUA_OK;
  const char *text = lua_tostring(state->L, -1);
  snprintf(state->message, sizeof state->message, "%s", text ? text : "");
  lua_settop(state->L, 1);
  return is_done;
}

bool bench_state_call(bench_state *state, const char *json, size_t length) {
  state->json = json;
  state->json_length = length;
  state->used = 0;
  state->effect_count = 0;
  lua_pushvalue(state->L, 1);
  lua_pushcfunction(state->L, read_response);
  lua_pushlightuserdata(state->L, state);
  if (lua_pcall(state->L, 1, 1, 0) != LUA_OK) {
    snprintf(state->message, sizeof state->message, "%s", lua_tostring(state->L, -1));
    lua_settop(state->L, 1);
    return false;
  }
  return call(state, 1);
}

bool bench_state_call_bare(bench_state *state) {
  state->used = 0;
  state->effect_count = 0;
  lua_pushvalue(state->L, 1);
  return call(state, 0);
}

size_t bench_state_effects(const bench_state *state) { return state->effect_count; }

const char *bench_state_message(const bench_state *state) { return state->message; }

void bench_state_close(bench_state *state) {
  lua_close(state->L);
  free(state->effects);
  free(state);
}
