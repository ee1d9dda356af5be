#include <string.h>

#include "library.h"
#include "world.h"

// A function of the API is a C closure with two upvalues: its index in the world's table, and the
// space it is bound to (a string) or nil.

static int call_host(lua_State *L);
static int finish_call(lua_State *L, int status, lua_KContext index);

/// Pops the space at the top of the stack and pushes the function `index` bound to it. May raise.
static void push_function(lua_State *L, size_t index);

// ---- Asking the host ------------------------------------------------------------------------

/// Renders arguments whose letter is r, before anything is encoded: a `__tostring` may itself call
/// the API. May raise.
static void render_arguments(lua_State *L, const csb_function *function) {
  int top = lua_gettop(L);
  const char *letter = function->parameters;
  for (int i = 1; *letter; i++) {
    if (letter[0] == 'r' && letter[1] == '*') {
      // One string, joined by tabs.
      csb_buffer buffer;
      csb_buffer_begin(L, &buffer);
      for (int j = i; j <= top; j++) {
        csb_tick(L);
        if (j > i) csb_buffer_add_byte(&buffer, '\t');
        csb_tolstring(L, j, NULL);
        csb_buffer_add_value(&buffer);
      }
      csb_buffer_push(&buffer);
      lua_replace(L, i);
      lua_settop(L, i);
      return;
    }
    if (i > top) return;
    if (*letter == 'r' && lua_type(L, i) != LUA_TSTRING) {
      csb_tolstring(L, i, NULL);
      lua_replace(L, i);
    }
    if (letter[1] != '*') letter += 1;
  }
}

/// Encodes the arguments from the stack's bottom. May raise (out of memory).
static void encode_arguments(lua_State *L, csb_world *world, const csb_function *function) {
  int top = lua_gettop(L);
  const char *letter = function->parameters;
  uint32_t count = 0;
  csb_list_begin(L, &world->arguments, 0);
  for (int i = 1; *letter && i <= top; i++) {
    csb_encode(L, &world->arguments, i, *letter);
    count += 1;
    if (letter[1] == '*') {
      if (letter[0] == 'r') break;
    } else {
      letter += 1;
    }
  }
  memcpy(world->arguments.bytes, &count, sizeof count);
}

/// Calls the leaf with what world->arguments holds. No Lua runs meanwhile. Never raises.
static csb_verdict ask(lua_State *L, csb_world *world, size_t index, uint32_t phase) {
  size_t length = 0;
  const char *space = lua_tolstring(L, lua_upvalueindex(2), &length);
  world->reply.length = 0;
  world->reply_refused = false;
  csb_call call = {.function = (uint32_t)index,
                   .phase = phase,
                   .space = space ? space : "",
                   .space_length = length,
                   .arguments = world->arguments.bytes,
                   .arguments_length = world->arguments.length};
  csb_shield(&world->arena);
  csb_verdict verdict = world->host(world->context, &call);
  csb_unshield(&world->arena);
  // What the host keeps of them it charges itself.
  csb_bytes_forget_copies(world, &world->arguments);
  return verdict;
}

/// Raises the reply's sentence at the caller's position. Does not return.
static int raise_reply(lua_State *L, csb_world *world) {
  luaL_where(L, 1);
  if (csb_decode_list(L, world->reply.bytes, world->reply.length) != 1 ||
      lua_type(L, -1) != LUA_TSTRING) {
    return luaL_error(L, "the host's error is malformed");
  }
  lua_concat(L, 2);
  return lua_error(L);
}

/// Pushes what the host answered and returns the number of values. May raise.
static int take_answer(lua_State *L, csb_world *world, csb_verdict verdict) {
  // A reply that found no room must not read as an empty one.
  if (world->reply_refused && verdict != CSB_END) csb_raise_memory(L);
  switch (verdict) {
    case CSB_ANSWER: {
      int count = csb_decode_list(L, world->reply.bytes, world->reply.length);
      csb_tick(L);
      return count;
    }
    case CSB_RAISE: return raise_reply(L, world);
    case CSB_END: csb_stop(world, CSB_STOP_HOST); return csb_raise_stop(L);
    case CSB_WAIT: break;
  }
  return luaL_error(L, "this function cannot wait");
}

/// Whether every coroutine from the running one to the handler's can yield.
static bool can_wait(const csb_world *world) {
  for (int i = world->depth; i >= 0; i--) {
    if (!lua_isyieldable(world->chain[i])) return false;
  }
  return world->depth >= 0;
}

// ---- storage.update -------------------------------------------------------------------------

/// Hands key and new value over, after the script's function has run. Stack: 1 key, 2 function,
/// 3 new value.
static int finish_update(lua_State *L, int status, lua_KContext index) {
  (void)status;
  csb_world *world = csb_world_of(L);
  csb_list_begin(L, &world->arguments, 2);
  csb_encode(L, &world->arguments, 1, world->functions[index].parameters[0]);
  csb_encode(L, &world->arguments, 3, 'v');
  return take_answer(L, world, ask(L, world, (size_t)index, 1));
}

/// Phase 0 has been answered with `count` values on the stack's top. May yield, may raise.
static int run_update(lua_State *L, size_t index, int count) {
  // More than the old value is an expected failure (nil, message, code): handed on as it is.
  if (count != 1) return count;
  csb_check_stack(L);
  lua_pushvalue(L, 2);
  lua_insert(L, -2);
  lua_callk(L, 1, 1, (lua_KContext)index, finish_update);
  return finish_update(L, LUA_OK, (lua_KContext)index);
}

// ---- Spaces ---------------------------------------------------------------------------------

static const char *last_name(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot ? dot + 1 : path;
}

/// Pushes a table of the bound functions for the space at the top of the stack, which it pops.
/// May raise.
static void push_space(lua_State *L, csb_world *world) {
  int space = lua_gettop(L);
  luaL_checkstack(L, 6, NULL);
  lua_createtable(L, 0, 8);
  for (size_t i = 0; i < world->function_count; i++) {
    if (!world->functions[i].bound) continue;
    lua_pushvalue(L, space);
    push_function(L, i);
    lua_setfield(L, -2, last_name(world->functions[i].path));
  }
  lua_remove(L, space);
}

// ---- The call -------------------------------------------------------------------------------

/// Ends a call that has its verdict. May raise, may yield.
static int finish(lua_State *L, csb_world *world, size_t index, csb_verdict verdict) {
  const csb_function *function = &world->functions[index];
  if (verdict == CSB_WAIT && function->may_wait) {
    world->waiting = true;
    return lua_yieldk(L, 0, (lua_KContext)index, finish_call);
  }
  int count = take_answer(L, world, verdict);
  if (function->kind == CSB_CALL_UPDATE) return run_update(L, index, count);
  if (function->kind == CSB_CALL_SPACE && count == 0) {
    lua_pushfstring(L, "%s:", last_name(function->path));
    lua_pushvalue(L, 1);
    lua_concat(L, 2);
    push_space(L, world);
    return 1;
  }
  return count;
}

/// Goes on after csb_resume.
static int finish_call(lua_State *L, int status, lua_KContext index) {
  (void)status;
  csb_world *world = csb_world_of(L);
  return finish(L, world, (size_t)index, world->verdict);
}

/// Raises where the first argument is the table that the function was taken from: `log:info("x")`,
/// which would otherwise be rendered as a message. What cannot be kept the host refuses itself.
static void refuse_own_table(lua_State *L, size_t index, const csb_function *function) {
  if (!lua_istable(L, 1)) return;
  lua_pushstring(L, last_name(function->path));
  lua_rawget(L, 1);
  bool is_own = lua_tocfunction(L, -1) == call_host && lua_getupvalue(L, -1, 1) != NULL;
  if (is_own) {
    is_own = (size_t)lua_tointeger(L, -1) == index;
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  if (!is_own) return;
  luaL_error(L, "%s: called with a colon; write %s(…), with a dot", function->path,
             function->path);
}

/// Any function of the API. Returns what the host answers. May raise, may yield.
static int call_host(lua_State *L) {
  csb_world *world = csb_world_of(L);
  size_t index = (size_t)lua_tointeger(L, lua_upvalueindex(1));
  const csb_function *function = &world->functions[index];
  csb_tick(L);
  if (!function->pure) csb_require_handler(L, function->path);
  if (function->may_wait && !can_wait(world)) {
    return luaL_error(L,
                      "%s: cannot wait here: a table.sort comparator, a string.gsub callback or a "
                      "metamethod called from such a function cannot be suspended; call it before "
                      "or after",
                      function->path);
  }
  size_t letters = strlen(function->parameters);
  // Behind the last parameter nothing is read; update's continuation counts on the places.
  if (letters == 0 || function->parameters[letters - 1] != '*') {
    if ((size_t)lua_gettop(L) > letters) lua_settop(L, (int)letters);
  }
  luaL_checkstack(L, 8, NULL);
  if (function->parameters[0] == 'r' && function->parameters[1] != '*') {
    refuse_own_table(L, index, function);
  }
  render_arguments(L, function);
  encode_arguments(L, world, function);
  if (function->kind == CSB_CALL_UPDATE) lua_settop(L, 2);
  return finish(L, world, index, ask(L, world, index, 0));
}

static void push_function(lua_State *L, size_t index) {
  lua_pushinteger(L, (lua_Integer)index);
  lua_insert(L, -2);
  lua_pushcclosure(L, call_host, 2);
}

// ---- json -----------------------------------------------------------------------------------

/// json.array(t): marks t as an array and returns it. May raise.
static int json_array(lua_State *L) {
  if (lua_gettop(L) == 0) lua_newtable(L);
  if (!lua_istable(L, 1)) {
    return luaL_error(L, "json.array: argument 1 (table) must be a table, got %s%s",
                      lua_isnil(L, 1) ? "" : "a ", luaL_typename(L, 1));
  }
  lua_settop(L, 1);
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "json.array: cannot change a protected metatable");
  }
  lua_rawgeti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_ARRAY_MARK);
  lua_setmetatable(L, 1);
  return 1;
}

// ---- Building -------------------------------------------------------------------------------

/// Pushes the table in which `path` ends, making those on the way; *name is the path's last part.
/// May raise.
static void push_parent(lua_State *L, const char *path, const char **name) {
  lua_pushglobaltable(L);
  for (const char *dot; (dot = strchr(path, '.')); path = dot + 1) {
    lua_pushlstring(L, path, (size_t)(dot - path));
    lua_pushvalue(L, -1);
    if (lua_rawget(L, -3) != LUA_TTABLE) {
      lua_pop(L, 1);
      lua_newtable(L);
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -2);
      lua_rawset(L, -5);
    }
    lua_replace(L, -3);
    lua_pop(L, 1);
  }
  *name = path;
}

/// Pushes an empty table whose missing fields are calls of the function `index`. May raise.
static void push_fields(lua_State *L, size_t index) {
  lua_newtable(L);
  lua_createtable(L, 0, 2);
  lua_pushnil(L);
  push_function(L, index);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
}

void csb_open_api(lua_State *L) {
  csb_world *world = csb_world_of(L);
  const char *name;
  for (size_t i = 0; i < world->function_count; i++) {
    const csb_function *function = &world->functions[i];
    push_parent(L, function->path, &name);
    if (function->kind == CSB_CALL_SPACE && function->parameters[0] == '\0') {
      lua_pushstring(L, name);
      push_space(L, world);
    } else if (function->kind == CSB_CALL_FIELDS) {
      push_fields(L, i);
    } else {
      lua_pushnil(L);
      push_function(L, i);
    }
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
  }
  for (size_t i = 0; i < world->constant_count; i++) {
    const csb_constant *constant = &world->constants[i];
    push_parent(L, constant->path, &name);
    csb_decode(L, constant->value, constant->value_length);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
  }
  push_parent(L, "json.null", &name);
  lua_pushlightuserdata(L, csb_null());
  lua_setfield(L, -2, "null");
  lua_pushcfunction(L, json_array);
  lua_setfield(L, -2, "array");
  lua_pop(L, 1);
  lua_register(L, "require", csb_require);
}
