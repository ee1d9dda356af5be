/// A given order of tables, where Lua itself would draw one by chance.
#ifndef CSB_ORDER_H
#define CSB_ORDER_H

#include <lua.h>
#include <stdint.h>

/// lua_newstate, with the seed of string hashes, and so the order in which `pairs` meets string
/// keys, decided by `order`; 0 leaves it to Lua. Returns NULL when out of memory. Where the Lua at
/// hand does not let itself be told, its own order stays.
lua_State *csb_new_state(lua_Alloc allocate, void *arena, uint32_t order);

#endif
