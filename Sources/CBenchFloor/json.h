/// The floor's JSON reader.
#ifndef BENCHFLOOR_JSON_H
#define BENCHFLOOR_JSON_H

#include <lua.h>
#include <stddef.h>

/// Pushes the text's one value: objects and arrays as tables, null members left out, integers and
/// floats kept apart. Raises a Lua error where the text is malformed or nested deeper than 64.
void bench_json_push(lua_State *L, const char *text, size_t length);

#endif
