#include <stdio.h>
#include <string.h>

#include "world.h"

/// Writes the sentence of an ending that is not the script's own.
static void keep_ending(csb_world *world, csb_status status) {
  if (status == CSB_OUT_OF_MEMORY) {
    char sentence[96];
    snprintf(sentence, sizeof sentence, "not enough memory: the limit of %zu bytes was reached",
             world->arena.limit);
    csb_keep_message(world, sentence);
    return;
  }
  switch (csb_stop_reason_of(world)) {
    case CSB_STOP_CANCELLED: csb_keep_message(world, "stopped: cancelled"); return;
    case CSB_STOP_HOST: csb_keep_message(world, "stopped: ended by the host"); return;
    default: csb_keep_message(world, "stopped: the deadline has passed"); return;
  }
}

/// Decides how a run ended, by flags and never by the error's text.
static csb_status judge(csb_world *world, int status, bool has_panicked) {
  if (csb_stop_reason_of(world) != CSB_STOP_NONE) {
    atomic_store(&world->stop_seen, true);
    return CSB_STOPPED;
  }
  if (world->ending.out_of_memory || has_panicked) return CSB_OUT_OF_MEMORY;
  if (csb_is_refusal(world, status)) return CSB_OUT_OF_MEMORY;
  return status == LUA_OK ? CSB_RETURNED : CSB_RAISED;
}

/// Resumes the runner with `count` values on its stack and takes the world through to the run's
/// end or to its next wait.
static csb_status drive(csb_world *world, int count) {
  volatile int status = LUA_ERRMEM;
  volatile bool has_panicked = false;
  world->life = CSB_LIFE_RUNNING;
  world->waiting = false;
  world->chain[0] = world->runner;
  world->depth = 0;
  csb_enter(world);
  // The stop may have come before this thread could be signalled.
  if (csb_stop_reason_of(world) == CSB_STOP_NONE) {
    if (setjmp(world->guard) == 0) {
      int results = 0;
      world->can_leave = true;
      status = lua_resume(world->runner, NULL, count, &results);
      world->can_leave = false;
      lua_pop(world->runner, status == LUA_OK || status == LUA_YIELD ? results : 0);
    } else {
      world->can_leave = false;
      has_panicked = true;
      // The frames kept would be those of an earlier error.
      if (!world->traced_stop) world->frame_count = 0;
    }
  }
  csb_enter(NULL);
  world->depth = 0;
  if (status == LUA_YIELD && !has_panicked && world->waiting) {
    world->depth = -1;
    world->life = CSB_LIFE_WAITING;
    return CSB_WAITING;
  }
  csb_status ending = judge(world, status, has_panicked);
  world->life = CSB_LIFE_ENDED;
  if (ending == CSB_RAISED) {
    csb_keep_error(world, world->runner);
  } else if (ending != CSB_RETURNED) {
    if (!has_panicked && !world->traced_stop) csb_keep_trace(world, world->runner);
    keep_ending(world, ending);
  }
  world->depth = -1;
  return ending;
}

/// Refuses a call that comes out of order.
static csb_status refuse(csb_world *world, const char *sentence) {
  world->frame_count = 0;
  csb_keep_message(world, sentence);
  return CSB_RAISED;
}

csb_status csb_load(csb_world *world, const csb_source *sources, size_t count, size_t entry) {
  if (world->life != CSB_LIFE_CREATED || entry >= count) {
    return refuse(world, "a world loads one handler file, once");
  }
  world->sources = sources;
  world->source_count = count;
  world->sealed = true;
  lua_pushcfunction(world->runner, csb_run_top_level);
  lua_pushlightuserdata(world->runner, (void *)(uintptr_t)&world->sources[entry]);
  csb_status status = drive(world, 1);
  world->sealed = false;
  if (status == CSB_RETURNED) world->life = CSB_LIFE_LOADED;
  return status;
}

bool csb_offers(const csb_world *world, csb_entry entry) {
  return (world->offers >> entry & 1u) != 0;
}

/// What run_entry is given.
typedef struct {
  csb_entry entry;
  const uint8_t *arguments;
  size_t length;
} entry_call;

/// Encodes what the entry returned. Stack: 1 the call, then the results. May raise.
static int finish_entry(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  csb_world *world = csb_world_of(L);
  int count = lua_gettop(L) - 1;
  csb_list_begin(L, &world->result, (uint32_t)count);
  for (int i = 0; i < count; i++) csb_encode(L, &world->result, i + 2, 'v');
  return 0;
}

/// Decodes the arguments and calls the entry. May raise, may yield.
static int run_entry(lua_State *L) {
  const entry_call *call = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_HANDLE + (int)call->entry);
  int count = csb_decode_list(L, call->arguments, call->length);
  lua_callk(L, count, LUA_MULTRET, 0, finish_entry);
  return finish_entry(L, LUA_OK, 0);
}

csb_status csb_start(csb_world *world, csb_entry entry, const uint8_t *arguments, size_t length) {
  if (world->life != CSB_LIFE_LOADED) {
    return refuse(world, "a world starts one handler after it was loaded or rewound");
  }
  if (!csb_offers(world, entry)) return refuse(world, "the handler file does not offer this entry");
  entry_call call = {.entry = entry, .arguments = arguments, .length = length};
  world->entry = entry;
  world->result.length = 0;
  lua_pushcfunction(world->runner, run_entry);
  lua_pushlightuserdata(world->runner, &call);
  return drive(world, 1);
}

csb_status csb_resume(csb_world *world, csb_verdict verdict) {
  if (world->life != CSB_LIFE_WAITING) return refuse(world, "this world does not wait");
  world->verdict = verdict;
  return drive(world, 0);
}
