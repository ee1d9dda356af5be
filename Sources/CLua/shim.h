// Names the three headers of Lua 5.4 for the targets that import CLua.
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
