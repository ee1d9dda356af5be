#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "order.h"
#include "world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  KEPT_BUFFER = 64 * 1024,  // a buffer larger than this is not kept from run to run
  FIRST_PAUSE = 400,        // percent of the picture that a run may add before it collects
  PAUSE = 200,              // Lua's own, from the first collection on
};

// ThreadSanitizer holds a signal back until the thread calls into the system, which a loop never
// does: its builds poll from the start.
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define CSB_ONLY_POLLING true
#endif
#endif
#if !defined(CSB_ONLY_POLLING) && defined(__SANITIZE_THREAD__)
#define CSB_ONLY_POLLING true
#endif
#ifndef CSB_ONLY_POLLING
#define CSB_ONLY_POLLING false
#endif

// ---- Building -------------------------------------------------------------------------------

/// Catches an error outside every protected call: Lua allocates in a few places where it has just
/// left one (5.4.4, luaD_seterrorobj). Does not return.
static int panic(lua_State *L) { longjmp(csb_world_of(L)->guard, 1); }

/// Makes a metamethod's name unreachable. Lua's table of metamethod names points at the one string
/// that holds it, so its first two bytes are changed in place; the text that scripts write is
/// another string from then on. The change must not be found by pushing the changed text either,
/// which would take a collision of hashes: then other bytes are tried. Pushes nothing, may raise.
static void kill_metamethod(lua_State *L, const char *name) {
  char changed[16];
  size_t length;
  lua_pushstring(L, name);
  char *bytes = (char *)(uintptr_t)lua_tolstring(L, -1, &length);
  for (int attempt = 0; attempt < 64; attempt++) {
    bytes[0] = (char)(1 + attempt / 8);
    bytes[1] = (char)(1 + attempt % 8);
    memcpy(changed, bytes, length);
    lua_pushlstring(L, changed, length);
    bool is_found = lua_tostring(L, -1) == bytes;
    lua_pop(L, 1);
    if (!is_found) break;
  }
  lua_pop(L, 1);
}

/// Everything that a world has before its handler file. Returns nothing, may raise.
static int build(lua_State *L) {
  csb_world *world = csb_world_of(L);
  // First of all, while the string table has its smallest size: it only grows from here on, so
  // strings that share no slot now never will.
  static const char *const dead[] = {"__gc", "__mode", "__close", "__concat"};
  for (size_t i = 0; i < sizeof dead / sizeof *dead; i++) kill_metamethod(L, dead[i]);

  world->runner = lua_newthread(L);
  csb_poll(world, world->runner);
  lua_rawseti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_RUNNER);
  lua_newtable(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_ARRAY_MARK);
  lua_newtable(L);
  lua_rawseti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_MODULES);
  for (int entry = CSB_HANDLE; entry <= CSB_UNDELIVERED; entry++) {
    lua_pushboolean(L, 0);
    lua_rawseti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_HANDLE + entry);
  }
  csb_open_base(L);
  csb_open_coroutines(L);
  csb_open_strings(L);
  csb_open_utf8(L);
  csb_open_tables(L);
  csb_open_math(L);
  csb_open_clock(L);
  csb_open_api(L);
  return 0;
}

/// Calls a C function on the main state, protected. Returns whether it ended without an error.
static bool call_protected(csb_world *world, lua_CFunction function) {
  if (setjmp(world->guard) != 0) return false;
  lua_pushcfunction(world->L, function);
  bool is_done = lua_pcall(world->L, 0, 0, 0) == LUA_OK;
  lua_settop(world->L, 0);
  return is_done;
}

csb_world *csb_world_create(const csb_settings *settings, csb_host host, void *context,
                            const char **why) {
  *why = "the system has no memory for a Lua world";
  csb_world *world = calloc(1, sizeof *world);
  if (!world) return NULL;
  world->depth = -1;
  world->host = host;
  world->context = context;
  world->value_bytes = settings->value_bytes;
  world->value_depth = settings->value_depth < CSB_DEEPEST_VALUE ? settings->value_depth
                                                                 : CSB_DEEPEST_VALUE;
  world->poll = settings->poll || CSB_ONLY_POLLING;
  world->functions = settings->functions;
  world->function_count = settings->function_count;
  world->path = calloc(world->value_depth + 2, sizeof *world->path);
  if (!world->path ||
      !csb_arena_open(&world->arena, settings->memory_bytes, settings->one_block_each)) {
    csb_world_destroy(world);
    return NULL;
  }
  world->L = csb_new_state(csb_arena_allocate, &world->arena, settings->table_order);
  bool is_built = false;
  if (world->L) {
    *(csb_world **)lua_getextraspace(world->L) = world;
    lua_atpanic(world->L, panic);
    world->constants = settings->constants;
    world->constant_count = settings->constant_count;
    is_built = call_protected(world, build);
    world->constants = NULL;
    world->constant_count = 0;
  }
  if (!is_built) {
    if (world->arena.refused_size > 0 || world->arena.refusals > 0) {
      *why = "the memory limit is too small for a Lua world with its libraries; 65536 bytes (64 KiB) "
             "are enough for a small script";
    }
    csb_world_destroy(world);
    return NULL;
  }
  csb_run_settings run = {0};
  csb_prepare(world, &run);
  *why = NULL;
  return world;
}

void csb_world_destroy(csb_world *world) {
  // The state is not closed: nothing in it owns anything outside the arena.
  csb_bytes_release(world, &world->arguments);
  csb_bytes_release(world, &world->reply);
  csb_bytes_release(world, &world->result);
  csb_arena_close(&world->arena);
  free(world->path);
  free(world->error);
  free(world->identified);
  free(world);
}

void csb_set_context(csb_world *world, void *context) { world->context = context; }

// ---- Picture and rewind ---------------------------------------------------------------------

/// Collects everything, and lets a run add a few times the picture before it collects again.
static int collect(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  lua_gc(L, LUA_GCINC, FIRST_PAUSE, 0, 0);
  lua_gc(L, LUA_GCCOLLECT);
  lua_gc(L, LUA_GCINC, PAUSE, 0, 0);
  return 0;
}

bool csb_freeze(csb_world *world) {
  if (world->life != CSB_LIFE_LOADED || !call_protected(world, collect)) return false;
  return csb_arena_take_picture(&world->arena);
}

size_t csb_picture_bytes(const csb_world *world) { return world->arena.picture_bytes; }

static void trim_buffer(csb_world *world, csb_bytes *buffer) {
  buffer->length = 0;
  csb_bytes_forget_copies(world, buffer);
  if (buffer->capacity > KEPT_BUFFER) csb_bytes_release(world, buffer);
}

/// Forgets the last run outside the arena: stop, error, usage, what the host charged.
static void forget_run(csb_world *world) {
  trim_buffer(world, &world->arguments);
  trim_buffer(world, &world->reply);
  trim_buffer(world, &world->result);
  world->arena.charged =
      world->arguments.capacity + world->reply.capacity + world->result.capacity;
  world->arena.peak = world->arena.used + world->arena.charged;
  world->arena.refusals = 0;
  world->arena.refused_size = 0;
  atomic_store(&world->ending.stop, CSB_STOP_NONE);
  atomic_store(&world->stop_seen, false);
  atomic_store(&world->abandoned, false);
  world->ending.out_of_memory = false;
  world->caught_refusals = 0;
  world->caught_refusal = false;
  world->raises_refusal_again = false;
  world->waiting = false;
  world->reply_refused = false;
  world->depth = -1;
  world->message_length = 0;
  if (world->error) world->error->message[0] = '\0';
  world->frame_count = 0;
  world->traced = NULL;
  world->traced_stop = false;
  world->identified_count = 0;
  world->run = (csb_run_settings){0};
}

void csb_rewind(csb_world *world) {
  if (!world->arena.picture) return;
  csb_arena_rewind(&world->arena);
  forget_run(world);
  world->life = CSB_LIFE_LOADED;
}

// ---- Small answers --------------------------------------------------------------------------

uint8_t *csb_reply_buffer(csb_world *world, size_t length) {
  world->reply.length = 0;
  world->reply_refused = !csb_bytes_reserve(world, &world->reply, length ? length : 1);
  if (world->reply_refused) return NULL;
  world->reply.length = length;
  return world->reply.bytes;
}

const uint8_t *csb_result(const csb_world *world, size_t *length) {
  static const uint8_t nothing[4] = {0};
  if (world->result.length == 0) {
    *length = sizeof nothing;
    return nothing;
  }
  *length = world->result.length;
  return world->result.bytes;
}

bool csb_charge(csb_world *world, int64_t bytes) {
  if (bytes >= 0) return csb_arena_charge(&world->arena, (size_t)bytes);
  csb_arena_discharge(&world->arena, (size_t)-(bytes + 1) + 1);
  return true;
}

void csb_end_out_of_memory(csb_world *world) {
  world->ending.out_of_memory = true;
  world->reply_refused = true;
}

csb_memory csb_memory_used(const csb_world *world) {
  const csb_arena *arena = &world->arena;
  return (csb_memory){
      .limit = arena->limit, .used = arena->used + arena->charged, .peak = arena->peak};
}

void csb_fail_allocation_after(csb_world *world, size_t count) {
  world->arena.allocations_left = count;
}

csb_error csb_error_of(const csb_world *world) {
  static const csb_frame none = {.file = "", .function = ""};
  return (csb_error){.message = world->error ? world->error->message : "",
                     .message_length = world->message_length,
                     .frames = world->error ? world->error->frames : &none,
                     .frame_count = world->frame_count};
}

const char *csb_lua_release(void) { return LUA_RELEASE; }

// ---- What the library rooms ask -------------------------------------------------------------

void csb_begin_system_call(lua_State *L) { csb_shield(&csb_world_of(L)->arena); }

void csb_end_system_call(lua_State *L) { csb_unshield(&csb_world_of(L)->arena); }

bool csb_is_sealed(lua_State *L) { return csb_world_of(L)->sealed; }

void csb_require_handler(lua_State *L, const char *name) {
  if (csb_is_sealed(L)) luaL_error(L, "%s: only inside a handler", name);
}

uint64_t *csb_random_state(lua_State *L) { return csb_world_of(L)->random; }

double csb_clock_now(lua_State *L) {
  csb_world *world = csb_world_of(L);
  if (world->run.now) {
    csb_shield(&world->arena);
    double now = world->run.now(world->run.clock_context);
    csb_unshield(&world->arena);
    return now;
  }
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double csb_clock_elapsed(lua_State *L) {
  csb_world *world = csb_world_of(L);
  if (world->run.clock) {
    csb_shield(&world->arena);
    double elapsed = world->run.clock(world->run.clock_context);
    csb_unshield(&world->arena);
    return elapsed;
  }
  return (double)clock() / (double)CLOCKS_PER_SEC;
}

void csb_prepare(csb_world *world, const csb_run_settings *settings) {
  world->run = *settings;
  csb_random_seed(world->random, settings->seed[0], settings->seed[1]);
}
