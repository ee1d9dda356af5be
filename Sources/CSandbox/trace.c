#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "world.h"

/// Copies one frame. There is room for it.
static void keep_frame(csb_world *world, csb_error_room *room, const lua_Debug *activation,
                       bool is_entry) {
  static const char *const entries[] = {"handle", "expire", "undelivered"};
  csb_frame_text *text = &room->frame_texts[world->frame_count];
  const char *name = activation->name ? activation->name : "";
  // The entry is called by C, so Lua knows no name for it.
  if (is_entry && !activation->name) name = entries[world->entry];
  snprintf(text->file, sizeof text->file, "%s", activation->short_src);
  snprintf(text->function, sizeof text->function, "%s", name);
  room->frames[world->frame_count] = (csb_frame){
      .file = text->file,
      .line = activation->currentline > 0 ? activation->currentline : 0,
      .function = text->function};
  world->frame_count += 1;
}

/// Appends the Lua frames of one coroutine. Never raises: nothing here allocates in the world.
static void keep_frames(csb_world *world, lua_State *L) {
  csb_error_room *room = csb_error_room_of(world);
  if (!room) return;
  lua_Debug activation;
  for (int level = 0; world->frame_count < CSB_FRAMES && lua_getstack(L, level, &activation);
       level++) {
    lua_getinfo(L, "Slnt", &activation);
    if (*activation.what == 'C') continue;
    bool is_main = *activation.what == 'm';
    lua_Debug below;
    // Beneath the entry there is only the C function that starts it.
    bool is_entry = L == world->runner && !world->sealed && !is_main && !activation.istailcall &&
                    !lua_getstack(L, level + 2, &below);
    keep_frame(world, room, &activation, is_entry);
  }
}

void csb_keep_trace(csb_world *world, lua_State *L) {
  if (world->traced_stop) return;
  world->frame_count = 0;
  world->traced = lua_gettop(L) > 0 ? lua_topointer(L, -1) : NULL;
  if (world->depth < 0) {
    keep_frames(world, L);
    return;
  }
  for (int i = world->depth; i >= 0; i--) keep_frames(world, world->chain[i]);
}

int csb_trace_handler(lua_State *L) {
  csb_world *world = csb_world_of(L);
  const void *value = lua_topointer(L, -1);
  if (!value || world->traced != value) csb_keep_trace(world, L);
  return 1;
}

csb_error_room *csb_error_room_of(csb_world *world) {
  if (!world->error) {
    csb_shield(&world->arena);
    world->error = calloc(1, sizeof *world->error);
    csb_unshield(&world->arena);
    world->message_length = 0;
  }
  return world->error;
}

void csb_keep_message(csb_world *world, const char *message) {
  csb_error_room *room = csb_error_room_of(world);
  if (!room) return;
  snprintf(room->message, sizeof room->message, "%s", message);
  world->message_length = strlen(room->message);
}

void csb_keep_error(csb_world *world, lua_State *L) {
  const void *value = lua_gettop(L) > 0 ? lua_topointer(L, -1) : NULL;
  if (!world->traced_stop && (!value || value != world->traced)) csb_keep_trace(world, L);
  int type = lua_gettop(L) > 0 ? lua_type(L, -1) : LUA_TNIL;
  if (type == LUA_TSTRING) {
    csb_error_room *room = csb_error_room_of(world);
    if (!room) return;
    size_t length;
    const char *text = lua_tolstring(L, -1, &length);
    if (length >= sizeof room->message) {
      length = sizeof room->message - 1;
      // Cut between characters: step back over the rest of one that begins before the end.
      while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length -= 1;
    }
    memcpy(room->message, text, length);
    room->message[length] = '\0';
    world->message_length = length;
  } else if (type == LUA_TNUMBER && lua_isinteger(L, -1)) {
    char text[32];
    snprintf(text, sizeof text, LUA_INTEGER_FMT, lua_tointeger(L, -1));
    csb_keep_message(world, text);
  } else if (type == LUA_TNUMBER) {
    char text[64];
    snprintf(text, sizeof text, LUA_NUMBER_FMT, lua_tonumber(L, -1));
    csb_keep_message(world, text);
  } else if (type == LUA_TNIL) {
    csb_keep_message(world, "the error is nil, not a text; raise one that says what is wrong");
  } else {
    char text[96];
    snprintf(text, sizeof text, "the error is a %s, not a text; raise one that says what is wrong",
             lua_typename(L, type));
    csb_keep_message(world, text);
  }
}
