#include <stdlib.h>
#include <string.h>

#include "world.h"

enum { FIRST_CAPACITY = 64 };  // the first room of a buffer

static char null_address;

void *csb_null(void) { return &null_address; }

/// Makes the buffer larger. False: the cap or the system refused.
static bool grow(csb_world *world, csb_bytes *buffer, size_t more) {
  if (more > UINT32_MAX) return false;
  size_t capacity = buffer->capacity ? buffer->capacity * 2 : FIRST_CAPACITY;
  if (capacity < buffer->length + more) capacity = buffer->length + more;
  if (!csb_arena_charge(&world->arena, capacity - buffer->capacity)) {
    // Doubling is a convenience; near the cap exactly what is needed will do.
    capacity = buffer->length + more;
    if (!csb_arena_charge(&world->arena, capacity - buffer->capacity)) {
      world->arena.refusals += 1;
      return false;
    }
  }
  uint8_t *bytes = realloc(buffer->bytes, capacity);
  if (!bytes) {
    csb_arena_discharge(&world->arena, capacity - buffer->capacity);
    return false;
  }
  buffer->bytes = bytes;
  buffer->capacity = capacity;
  return true;
}

bool csb_bytes_reserve(csb_world *world, csb_bytes *buffer, size_t more) {
  if (buffer->capacity - buffer->length >= more) return true;
  csb_shield(&world->arena);
  bool is_done = grow(world, buffer, more);
  csb_unshield(&world->arena);
  return is_done;
}

void csb_bytes_release(csb_world *world, csb_bytes *buffer) {
  csb_arena_discharge(&world->arena, buffer->capacity);
  free(buffer->bytes);
  *buffer = (csb_bytes){0};
}

void csb_bytes_forget_copies(csb_world *world, csb_bytes *buffer) {
  csb_arena_discharge(&world->arena, buffer->copies);
  buffer->copies = 0;
  buffer->values = 0;
}

int csb_raise_memory(lua_State *L) {
  // This exact text exists in every state from the start, so pushing it allocates nothing, and
  // lua_error recognises it and raises LUA_ERRMEM.
  lua_pushliteral(L, "not enough memory");
  return lua_error(L);
}
