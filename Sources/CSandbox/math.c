/// The stock math library with a generator of our own, whose state is the world's: nothing of it
/// lies in the arena, so a rewind leaves no trace in it and csb_prepare alone decides the numbers.
#include "library.h"

static uint64_t rotate_left(uint64_t x, int by) { return x << by | x >> (64 - by); }

/// The next 64 bits of xoshiro256**. Never raises.
static uint64_t next_random(uint64_t *state) {
  uint64_t result = rotate_left(state[1] * 5, 7) * 9;
  uint64_t shifted = state[1] << 17;
  state[2] ^= state[0];
  state[3] ^= state[1];
  state[1] ^= state[2];
  state[0] ^= state[3];
  state[2] ^= shifted;
  state[3] = rotate_left(state[3], 45);
  return result;
}

/// Maps random bits to 0...limit without favouring any: takes as few bits as hold the limit, and
/// draws again while they exceed it (once on average at most). Never raises.
static uint64_t project(uint64_t bits, uint64_t limit, uint64_t *state) {
  if ((limit & (limit + 1)) == 0) return bits & limit;
  uint64_t mask = limit;
  for (int shift = 1; shift < 64; shift *= 2) mask |= mask >> shift;
  while ((bits &= mask) > limit) bits = next_random(state);
  return bits;
}

/// math.random([m [, n]]). Returns one number. May raise.
static int math_random(lua_State *L) {
  csb_require_handler(L, "math.random");
  uint64_t *state = csb_random_state(L);
  uint64_t bits = next_random(state);
  lua_Integer low = 1, high;
  switch (lua_gettop(L)) {
    case 0:
      lua_pushnumber(L, (lua_Number)(bits >> 11) * 0x1p-53);
      return 1;
    case 1:
      high = luaL_checkinteger(L, 1);
      if (high == 0) {
        lua_pushinteger(L, (lua_Integer)bits);
        return 1;
      }
      break;
    case 2:
      low = luaL_checkinteger(L, 1);
      high = luaL_checkinteger(L, 2);
      break;
    default:
      return luaL_error(L, "wrong number of arguments");
  }
  luaL_argcheck(L, low <= high, 1, "interval is empty");
  uint64_t offset = project(bits, (uint64_t)high - (uint64_t)low, state);
  lua_pushinteger(L, (lua_Integer)(offset + (uint64_t)low));
  return 1;
}

/// math.randomseed([x [, y]]). Returns the two parts of the seed. Without arguments they are drawn
/// from the generator, so that a run with a given seed stays repeatable. May raise.
static int math_randomseed(lua_State *L) {
  csb_require_handler(L, "math.randomseed");
  uint64_t *state = csb_random_state(L);
  lua_Integer first, second;
  if (lua_isnone(L, 1)) {
    first = (lua_Integer)next_random(state);
    second = (lua_Integer)next_random(state);
  } else {
    first = luaL_checkinteger(L, 1);
    second = luaL_optinteger(L, 2, 0);
  }
  csb_random_seed(state, (uint64_t)first, (uint64_t)second);
  lua_pushinteger(L, first);
  lua_pushinteger(L, second);
  return 2;
}

/// See internal.h. Never raises.
void csb_random_seed(uint64_t *state, uint64_t first, uint64_t second) {
  state[0] = first;
  state[1] = 0xFF;
  state[2] = second;
  state[3] = 0;
  for (int i = 0; i < 16; i++) next_random(state);
}

/// See internal.h. Pushes nothing; may raise.
void csb_open_math(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"random", math_random},
      {"randomseed", math_randomseed},
      {NULL, NULL},
  };
  lua_pushcfunction(L, luaopen_math);
  lua_call(L, 0, 1);
  luaL_setfuncs(L, functions, 0);
  csb_library_set(L, "math");
}
