#include "internal.h"

// Until the library rooms are there: the stock libraries, without what must be absent.

__attribute__((weak)) void csb_open_strings(lua_State *L) {
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
  lua_pushnil(L);
  lua_setfield(L, -2, "dump");
  lua_pop(L, 1);
}

__attribute__((weak)) void csb_open_tables(lua_State *L) {
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
  lua_pop(L, 1);
}

__attribute__((weak)) void csb_open_math(lua_State *L) {
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
  lua_pop(L, 1);
}

__attribute__((weak)) void csb_open_clock(lua_State *L) {
  (void)L;
}
