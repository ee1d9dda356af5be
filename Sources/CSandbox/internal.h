/// What the files of CSandbox share. "May raise" means: may leave by a Lua error.
#ifndef CSB_INTERNAL_H
#define CSB_INTERNAL_H

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "csandbox.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

// ---- world.c: the world behind a Lua state --------------------------------------------------

/// The world that L belongs to; O(1), never raises.
static inline csb_world *csb_world_of(lua_State *L) {
  return *(csb_world **)lua_getextraspace(L);
}

/// True while the top level of a handler file runs.
bool csb_is_sealed(lua_State *L);

/// Raises "<name>: only inside a handler" at the caller's position while the top level runs.
/// May raise.
void csb_require_handler(lua_State *L, const char *name);

/// The generator's four words; set by csb_prepare from its seed as math.randomseed(a, b) would.
uint64_t *csb_random_state(lua_State *L);

/// The clocks of the run; fall back to the system's where csb_prepare gave none.
double csb_clock_now(lua_State *L);
double csb_clock_elapsed(lua_State *L);

// ---- stop.c: leaving long C loops -----------------------------------------------------------

/// How a run is told to end. A world begins with it, so that every loop sees it at once.
typedef struct {
  _Atomic int stop;    ///< csb_stop_reason
  bool out_of_memory;  ///< sticky: too many refusals were caught
} csb_ending;

/// True after csb_stop (or once the out-of-memory ending is sticky): protected calls must pass the
/// error on instead of returning it.
static inline bool csb_is_stopping(lua_State *L) {
  const csb_ending *ending = *(const csb_ending *const *)lua_getextraspace(L);
  return atomic_load_explicit(&ending->stop, memory_order_relaxed) != CSB_STOP_NONE ||
         ending->out_of_memory;
}

/// Raises the stop. Does not return.
int csb_raise_stop(lua_State *L);

/// One step of a long C loop: raises the stop when the world was told to stop. A load and a branch.
/// May raise (the stop only).
static inline void csb_tick(lua_State *L) {
  if (csb_is_stopping(L)) csb_raise_stop(L);
}

/// Raises when the C stack of this thread has less than 64 KiB left. To be called by every own
/// function that calls back into Lua, before it does. May raise.
void csb_check_stack(lua_State *L);

/// Around a call of the C library that takes a lock: a stop must not jump out of it. Nothing in
/// between may raise. Never raise.
void csb_begin_system_call(lua_State *L);
void csb_end_system_call(lua_State *L);

// ---- text.c: tostring without addresses -----------------------------------------------------

/// As luaL_tolstring, with csb_identity where stock Lua prints an address; json.null is "null".
/// Honours __tostring and __name. Pushes one string. May raise.
const char *csb_tolstring(lua_State *L, int index, size_t *CSB_NULLABLE length);

/// A number for the table, function, thread or userdata at index, stable within the invocation.
/// Pushes nothing. May raise (out of memory).
lua_Integer csb_identity(lua_State *L, int index);

// ---- Library rooms: each pushes nothing and sets its globals. May raise. --------------------

void csb_open_base(lua_State *L);        // base.c: pcall xpcall tostring setmetatable ...
void csb_open_coroutines(lua_State *L);  // coroutine.c
void csb_open_strings(lua_State *L);     // strings.c, matcher.c, format.c
void csb_open_tables(lua_State *L);      // tables.c, sort.c
void csb_open_math(lua_State *L);        // math.c: the stock library with a random of our own
void csb_open_utf8(lua_State *L);        // utf8.c
void csb_open_clock(lua_State *L);       // clock.c: os.time os.date os.difftime os.clock
void csb_open_api(lua_State *L);         // api.c: the host's functions, json, require, print

/// math.c: sets the generator's four words as math.randomseed(first, second) does. Never raises.
void csb_random_seed(uint64_t *state, uint64_t first, uint64_t second);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
