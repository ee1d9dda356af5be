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
