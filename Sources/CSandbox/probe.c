#include "world.h"

// Late assignment is what `setmetatable` cannot refuse.
static const char assign[] =
    "hits = 0\n"
    "local function hit() hits = hits + 1 return 'hit' end\n"
    "local function late(name, value)\n"
    "  local mt = {}\n"
    "  local t = setmetatable({}, mt)\n"
    "  mt[name] = value\n"
    "  return t\n"
    "end\n"
    "weak = late('__mode', 'kv')\n"
    "weak[1] = {}\n"
    "weak[{}] = true\n"
    "late('__gc', hit)\n"
    "joined = pcall(function() return late('__concat', hit) .. 'x' end)\n"
    "closed = pcall(function() local value <close> = late('__close', hit) end)\n";
static const char check[] =
    "local count = 0\n"
    "for _ in pairs(weak) do count = count + 1 end\n"
    "if hits > 0 then return 'a metamethod that must not exist was called' end\n"
    "if count ~= 2 then return 'a table became weak' end\n"
    "if joined then return '__concat took effect' end\n"
    "if closed then return '__close took effect' end\n";

/// Runs both pieces with full collections between them. Leaves what `check` returned in the
/// registry as CSB_REGISTRY_HANDLE. May raise.
static int run_probe(lua_State *L) {
  if (luaL_loadbufferx(L, assign, sizeof assign - 1, "=probe", "t") != LUA_OK) lua_error(L);
  lua_call(L, 0, 0);
  lua_gc(L, LUA_GCCOLLECT);
  lua_gc(L, LUA_GCCOLLECT);
  if (luaL_loadbufferx(L, check, sizeof check - 1, "=probe", "t") != LUA_OK) lua_error(L);
  lua_call(L, 0, 1);
  lua_rawseti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_HANDLE);
  return 0;
}

static csb_verdict answer_nothing(void *context, const csb_call *call) {
  (void)context;
  (void)call;
  return CSB_ANSWER;
}

const char *csb_probe(void) {
  const char *why = NULL;
  csb_settings settings = {.memory_bytes = 4 << 20, .value_bytes = 1024, .value_depth = 8};
  if (lua_version(NULL) != LUA_VERSION_NUM) {
    return "the Lua library at hand is not the version that this program was built for";
  }
  csb_world *world = csb_world_create(&settings, answer_nothing, NULL, &why);
  if (!world) return why;
  if (setjmp(world->guard) != 0) {
    csb_world_destroy(world);
    return "the probe ran out of memory";
  }
  lua_State *L = world->L;
  lua_pushcfunction(L, run_probe);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) {
    why = "the probe of the dead metamethods raised an error";
  } else {
    lua_rawgeti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_HANDLE);
    if (lua_isstring(L, -1)) why = "this Lua library finds metamethods that must not exist "
                                   "(__gc, __mode, __close or __concat assigned late)";
  }
  csb_world_destroy(world);
  return why;
}

// ---- The C stack ----------------------------------------------------------------------------

enum {
  C_LEVELS = 220,                 // Lua raises at 200 and lets an error's handling have 20 more
  OWN_BYTES = 1024,               // what a function of ours adds to a level that goes through it
  LEAF_BYTES = 128 * 1024,        // above the last level: the functions that call nothing back
  MEASURED_LEVELS = 16,
  STACK_UNKNOWN = 1024 * 1024,    // where it could not be measured
};

static const char descend[] =
    "local here = ...\n"
    "local t = setmetatable({}, {__index = function(t, n)\n"
    "  if n == 1 then return here() end\n"
    "  return t[n - 1]\n"
    "end})\n"
    "return here() - t[16]\n";

/// Pushes how deep the C stack is. May raise.
static int push_depth(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)(uintptr_t)__builtin_frame_address(0));
  return 1;
}

/// Leaves in the registry, as CSB_REGISTRY_HANDLE, how many bytes of C stack the measured levels
/// took: metamethods called by the interpreter, of which no function of ours learns. May raise.
static int measure_levels(lua_State *L) {
  if (luaL_loadbufferx(L, descend, sizeof descend - 1, "=probe", "t") != LUA_OK) lua_error(L);
  lua_pushcfunction(L, push_depth);
  lua_call(L, 1, 1);
  lua_rawseti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_HANDLE);
  return 0;
}

size_t csb_stack_needed(void) {
  const char *why = NULL;
  csb_settings settings = {.memory_bytes = 4 << 20, .value_bytes = 1024, .value_depth = 8};
  csb_world *world = csb_world_create(&settings, answer_nothing, NULL, &why);
  if (!world) return STACK_UNKNOWN;
  if (setjmp(world->guard) != 0) {
    csb_world_destroy(world);
    return STACK_UNKNOWN;
  }
  size_t needed = STACK_UNKNOWN;
  lua_State *L = world->L;
  lua_pushcfunction(L, measure_levels);
  if (lua_pcall(L, 0, 0, 0) == LUA_OK) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, CSB_REGISTRY_HANDLE);
    lua_Integer bytes = lua_tointeger(L, -1);
    if (bytes > 0)
      needed = ((size_t)bytes / MEASURED_LEVELS + OWN_BYTES) * C_LEVELS + LEAF_BYTES;
  }
  csb_world_destroy(world);
  return needed;
}
