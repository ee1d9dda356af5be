#include "order.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

// Lua draws the seed from the clock and from addresses when a state is made, and offers no call to
// set it. It lies in the first block that lua_newstate asks for, is there before the second, and no
// string is hashed before that. Where in the block is found out once, by strings whose hashes are
// known, and tried before it is relied on.

/// Passes requests on; puts the seed in its place before the second.
typedef struct {
  lua_Alloc allocate;
  void *arena;
  unsigned char *first;
  size_t first_size;
  size_t requests;
  size_t seed_offset;  ///< NOWHERE: no seed is put anywhere
  uint32_t seed;
} seeding;

enum { HASH_BEFORE_TEXT = 12 };  // The hash of a short string precedes its length or link.
static const size_t NOWHERE = SIZE_MAX;

static const char *const probes[] = {"order", "of tables", "a third, longer probe"};
enum { PROBES = sizeof probes / sizeof *probes };

static pthread_once_t once = PTHREAD_ONCE_INIT;
static size_t learnt_offset = SIZE_MAX;

/// The hash of Lua 5.4.
static uint32_t hash_of(const char *text, uint32_t seed) {
  size_t length = strlen(text);
  uint32_t hash = seed ^ (uint32_t)length;
  for (; length > 0; length--) {
    hash ^= (hash << 5) + (hash >> 2) + (unsigned char)text[length - 1];
  }
  return hash;
}

static void *plain_allocate(void *arena, void *block, size_t old_size, size_t new_size) {
  (void)arena;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return realloc(block, new_size);
}

static void *seeding_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  seeding *state = context;
  if (state->requests == 1 && state->seed_offset != NOWHERE &&
      state->seed_offset + sizeof state->seed <= state->first_size) {
    memcpy(state->first + state->seed_offset, &state->seed, sizeof state->seed);
  }
  void *answer = state->allocate(state->arena, block, old_size, new_size);
  if (state->requests == 0) {
    state->first = answer;
    state->first_size = answer ? new_size : 0;
  }
  state->requests++;
  return answer;
}

/// Whether the state hashes as it would with the seed. Pushes and pops strings; raises only
/// where the system is out of memory, so it runs protected.
static int hashes_as(lua_State *L) {
  const uint32_t *seed = lua_touserdata(L, 1);
  bool is_so = true;
  for (size_t i = 0; i < PROBES; i++) {
    const char *text = lua_pushstring(L, probes[i]);
    uint32_t hash;
    memcpy(&hash, text - HASH_BEFORE_TEXT, sizeof hash);
    is_so = is_so && hash == hash_of(probes[i], *seed);
    lua_pop(L, 1);
  }
  lua_pushboolean(L, is_so);
  return 1;
}

static bool has_seed(lua_State *L, uint32_t seed) {
  lua_pushcfunction(L, hashes_as);
  lua_pushlightuserdata(L, &seed);
  bool answer = lua_pcall(L, 1, 1, 0) == LUA_OK && lua_toboolean(L, -1);
  lua_settop(L, 0);
  return answer;
}

/// Finds the seed's place by what it does, and believes it only where another seed works there.
static void learn(void) {
  seeding state = {.allocate = plain_allocate, .seed_offset = NOWHERE};
  lua_State *L = lua_newstate(seeding_allocate, &state);
  if (!L) return;
  size_t found = NOWHERE;
  for (size_t offset = 0; offset + sizeof(uint32_t) <= state.first_size;
       offset += sizeof(uint32_t)) {
    uint32_t word;
    memcpy(&word, state.first + offset, sizeof word);
    if (has_seed(L, word)) {
      found = offset;
      break;
    }
  }
  lua_close(L);
  if (found == NOWHERE) return;
  state = (seeding){.allocate = plain_allocate, .seed_offset = found, .seed = 0x2545F491};
  L = lua_newstate(seeding_allocate, &state);
  if (!L) return;
  if (has_seed(L, state.seed)) learnt_offset = found;
  lua_close(L);
}

lua_State *csb_new_state(lua_Alloc allocate, void *arena, uint32_t order) {
  if (order == 0) return lua_newstate(allocate, arena);
  pthread_once(&once, learn);
  seeding state = {.allocate = allocate,
                   .arena = arena,
                   .seed_offset = learnt_offset,
                   .seed = order * UINT32_C(0x9E3779B1)};
  lua_State *L = lua_newstate(seeding_allocate, &state);
  if (L) lua_setallocf(L, allocate, arena);
  return L;
}
