// Lua 5.4 from Vendor/lua, where the package is built with PLUGRUN_LUA_SOURCES=1.
#include "../../../Vendor/lua/lauxlib.h"
