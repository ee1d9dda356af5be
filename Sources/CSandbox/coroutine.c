#include <string.h>

#include "library.h"
#include "world.h"

// Three things differ from Lua's own library. A stop passes through every coroutine and none of
// those it killed runs again. A host call that waits passes through a script's coroutines: each
// resume on the way yields as well and goes on by itself when the answer is there. And coroutines
// are never closed as a side effect, because that is where Lua 5.4.4 loses its C stack.

/// The coroutine at argument 1. May raise.
static lua_State *coroutine_argument(lua_State *L) {
  lua_State *co = lua_tothread(L, 1);
  luaL_argexpected(L, co, 1, "coroutine");
  return co;
}

/// Lets `co` run with `count` values of its own stack. Returns Lua's status; `results` are on co.
/// May raise (the stop; too deep).
static int run(lua_State *L, lua_State *co, int count, int *results) {
  csb_world *world = csb_world_of(L);
  csb_check_stack(L);
  if (world->depth + 1 >= CSB_CHAIN_LENGTH) luaL_error(L, "C stack overflow");
  world->chain[world->depth + 1] = co;
  atomic_signal_fence(memory_order_seq_cst);
  world->depth += 1;
  // A signal before this look found the flag set and is answered here; one after it finds `co` in
  // the chain and arms it.
  if (csb_is_stopping(L)) {
    world->depth -= 1;
    csb_raise_stop(L);
  }
  lua_Debug activation;
  bool can_run = lua_status(co) == LUA_YIELD ||
                 (lua_status(co) == LUA_OK && !lua_getstack(co, 0, &activation));
  int status = lua_resume(co, L, count, results);
  // Where it failed is known only now, before the error moves on. (A coroutine that could not run
  // at all did not fail: its old frames have nothing to do with this error.)
  if (can_run && status != LUA_OK && status != LUA_YIELD) csb_trace_handler(co);
  world->depth -= 1;
  if (status != LUA_OK && status != LUA_YIELD) csb_pass_on(L, status);
  return status;
}

/// What a resume gives back: the number of values moved to L, or -1 with the error on L.
static int take_results(lua_State *L, lua_State *co, int status, int results) {
  if (status == LUA_OK || status == LUA_YIELD) {
    if (!lua_checkstack(L, results + 1)) {
      lua_pop(co, results);
      lua_pushliteral(L, "too many results to resume");
      return -1;
    }
    lua_xmove(co, L, results);
    return results;
  }
  lua_xmove(co, L, 1);
  return -1;
}

/// Moves `count` arguments to `co` and resumes it. As take_results; when `co` waits for the host,
/// *is_waiting is set instead and the caller has to yield. May raise (the stop).
static int resume(lua_State *L, lua_State *co, int count, bool *is_waiting) {
  int results = 0;
  if (!lua_checkstack(co, count)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  lua_xmove(L, co, count);
  int status = run(L, co, count, &results);
  *is_waiting = status == LUA_YIELD && csb_world_of(L)->waiting;
  if (*is_waiting) {
    lua_pop(co, results);
    return 0;
  }
  return take_results(L, co, status, results);
}

// ---- resume ---------------------------------------------------------------------------------

static int finish_resume(lua_State *L, int count) {
  lua_pushboolean(L, count >= 0);
  if (count < 0) {
    csb_world_of(L)->traced = NULL;  // caught, as by pcall
    count = 1;
  }
  lua_insert(L, -(count + 1));
  return count + 1;
}

static int continue_resume(lua_State *L, int status, lua_KContext context) {
  (void)status;
  bool is_waiting = false;
  int count = resume(L, lua_tothread(L, 1), 0, &is_waiting);
  if (is_waiting) return lua_yieldk(L, 0, context, continue_resume);
  return finish_resume(L, count);
}

/// coroutine.resume(co, ...). May yield (for the host only); may raise (the stop, bad arguments).
static int coroutine_resume(lua_State *L) {
  lua_State *co = coroutine_argument(L);
  bool is_waiting = false;
  int count = resume(L, co, lua_gettop(L) - 1, &is_waiting);
  if (is_waiting) return lua_yieldk(L, 0, 0, continue_resume);
  return finish_resume(L, count);
}

// ---- wrap -----------------------------------------------------------------------------------

static int finish_wrap(lua_State *L, lua_State *co, int count) {
  if (count >= 0) return count;
  int status = lua_status(co);
  csb_world_of(L)->raises_refusal_again = csb_world_of(L)->caught_refusal;
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
    csb_world *world = csb_world_of(L);
    bool is_traced = world->traced == lua_topointer(L, -1);
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
    // The message has a new address; the frames kept for it are still the right ones.
    if (is_traced) world->traced = lua_topointer(L, -1);
  }
  return lua_error(L);
}

static int continue_wrap(lua_State *L, int status, lua_KContext context) {
  (void)status;
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  bool is_waiting = false;
  int count = resume(L, co, 0, &is_waiting);
  if (is_waiting) return lua_yieldk(L, 0, context, continue_wrap);
  return finish_wrap(L, co, count);
}

/// The function that coroutine.wrap returns. Upvalue: the coroutine. May yield (for the host
/// only); may raise.
static int wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  bool is_waiting = false;
  int count = resume(L, co, lua_gettop(L), &is_waiting);
  if (is_waiting) return lua_yieldk(L, 0, 0, continue_wrap);
  return finish_wrap(L, co, count);
}

/// coroutine.create(f). May raise.
static int coroutine_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  csb_tick(L);
  lua_State *co = lua_newthread(L);  // takes over L's hook, so it is stopped as L would be
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  return 1;
}

/// coroutine.wrap(f). May raise.
static int coroutine_wrap(lua_State *L) {
  coroutine_create(L);
  lua_pushcclosure(L, wrapped, 1);
  return 1;
}

// ---- The rest -------------------------------------------------------------------------------

/// coroutine.yield(...). Yields; may raise.
static int coroutine_yield(lua_State *L) {
  if (L == csb_world_of(L)->runner) {
    return luaL_error(L, "attempt to yield from outside a coroutine");
  }
  return lua_yield(L, lua_gettop(L));
}

/// The state of `co` as L sees it, in Lua's words.
static const char *status_of(lua_State *L, lua_State *co) {
  if (L == co) return "running";
  switch (lua_status(co)) {
    case LUA_YIELD: return "suspended";
    case LUA_OK: {
      lua_Debug activation;
      if (lua_getstack(co, 0, &activation)) return "normal";
      return lua_gettop(co) == 0 ? "dead" : "suspended";
    }
    default: return "dead";
  }
}

/// coroutine.status(co). May raise (bad argument).
static int coroutine_status(lua_State *L) {
  lua_pushstring(L, status_of(L, coroutine_argument(L)));
  return 1;
}

/// coroutine.running(): the handler's own coroutine counts as the main one.
static int coroutine_running(lua_State *L) {
  lua_pushthread(L);
  lua_pushboolean(L, L == csb_world_of(L)->runner);
  return 2;
}

/// coroutine.isyieldable([co]).
static int coroutine_isyieldable(lua_State *L) {
  lua_State *co = lua_isnone(L, 1) ? L : coroutine_argument(L);
  lua_pushboolean(L, co != csb_world_of(L)->runner && lua_isyieldable(co));
  return 1;
}

/// coroutine.close(co). No value can be to-be-closed here, so closing runs no script code.
/// May raise.
static int coroutine_close(lua_State *L) {
  lua_State *co = coroutine_argument(L);
  csb_tick(L);
  const char *state = status_of(L, co);
  if (strcmp(state, "dead") != 0 && strcmp(state, "suspended") != 0) {
    return luaL_error(L, "cannot close a %s coroutine", state);
  }
  if (lua_resetthread(co) == LUA_OK) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushboolean(L, 0);
  lua_xmove(co, L, 1);
  return 2;
}

void csb_open_coroutines(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"close", coroutine_close},   {"create", coroutine_create},
      {"isyieldable", coroutine_isyieldable}, {"resume", coroutine_resume},
      {"running", coroutine_running}, {"status", coroutine_status},
      {"wrap", coroutine_wrap},     {"yield", coroutine_yield},
      {NULL, NULL},
  };
  luaL_newlib(L, functions);
  csb_library_set(L, "coroutine");
}
