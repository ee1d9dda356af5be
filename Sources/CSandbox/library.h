/// What the files of the own library functions share: a growing buffer, the pattern matcher, and
/// the functions that the strings table takes from other files.
///
/// Every loop here that a script can make long calls csb_tick, because count hooks never run
/// inside C functions.
#ifndef CSB_LIBRARY_H
#define CSB_LIBRARY_H

#include <limits.h>
#include <string.h>

#include "internal.h"

#if defined(__clang__)
#pragma clang assume_nonnull begin
#endif

/// No string that a single call builds is longer; the limit of the stock library.
#define CSB_MAX_STRING ((size_t)INT_MAX)

/// Bytes that a loop may copy or compare between two ticks (some ten microseconds).
#define CSB_TICK_BYTES ((size_t)1 << 17)

// ---- buffer.c: a growing run of bytes -------------------------------------------------------
//
// Not luaL_Buffer: that one marks its storage to be closed, and __close does not exist here; it
// also keeps a kilobyte on the C stack, which functions that call back cannot afford.

/// The bytes live in a userdata at `slot` (nil until the first byte), so that an error that jumps
/// over the owner leaks nothing. The struct is the caller's and may simply be dropped.
typedef struct {
  lua_State *L;
  int slot;
  char *CSB_NULLABLE bytes;
  size_t length;
  size_t capacity;
} csb_buffer;

/// Starts an empty buffer. Pushes one slot, which must stay where it is. May raise.
void csb_buffer_begin(lua_State *L, csb_buffer *buffer);

/// Returns room for `count` more bytes after `length`; the caller fills them and adds to `length`.
/// Pushes nothing. May raise (out of memory, a string too large).
char *csb_buffer_room(csb_buffer *buffer, size_t count);

/// Whether that many bytes fit without growing.
static inline bool csb_buffer_has_room(const csb_buffer *buffer, size_t count) {
  return buffer->capacity - buffer->length >= count && buffer->bytes != NULL;
}

/// Appends bytes. Pushes nothing. May raise.
static inline void csb_buffer_add(csb_buffer *buffer, const char *bytes, size_t count) {
  if (count == 0) return;
  if (!csb_buffer_has_room(buffer, count)) csb_buffer_room(buffer, count);
  memcpy(buffer->bytes + buffer->length, bytes, count);
  buffer->length += count;
}

/// Appends one byte. Pushes nothing. May raise.
static inline void csb_buffer_add_byte(csb_buffer *buffer, char byte) {
  if (buffer->length == buffer->capacity) csb_buffer_room(buffer, 1);
  buffer->bytes[buffer->length++] = byte;
}

/// Appends the string or number on top and pops it. May raise.
void csb_buffer_add_value(csb_buffer *buffer);

/// Pushes the bytes as one string; the slot stays. May raise.
void csb_buffer_push(csb_buffer *buffer);

// ---- matcher.c: Lua patterns ----------------------------------------------------------------

#define CSB_MAX_CAPTURES 32

/// One attempt's state. It lives on the C stack of one call and is never kept between calls.
typedef struct {
  lua_State *L;
  const char *subject;
  const char *subject_end;
  const char *pattern_end;
  unsigned steps;
  int depth_left;
  int captures;
  struct {
    const char *start;
    ptrdiff_t length;  ///< or one of the CSB_CAPTURE_ marks
  } capture[CSB_MAX_CAPTURES];
} csb_matcher;

enum { CSB_CAPTURE_OPEN = -1, CSB_CAPTURE_POSITION = -2 };

/// Prepares a matcher for a subject and a pattern, which must stay alive (on L's stack) while it
/// is used. Never raises.
void csb_matcher_begin(lua_State *L, csb_matcher *matcher, const char *subject, size_t length,
                       const char *pattern_end);

/// Matches `pattern` at `at`. Returns the end of the match, or NULL. Pushes nothing. May raise
/// (a malformed pattern, too complex a pattern, the stop).
const char *CSB_NULLABLE csb_match(csb_matcher *matcher, const char *at, const char *pattern);

/// Pushes all captures of a successful match and returns their number; without any, the whole
/// match start..<end, unless `start` is NULL. May raise.
int csb_push_captures(csb_matcher *matcher, const char *CSB_NULLABLE start,
                      const char *CSB_NULLABLE end);

/// Pushes the capture of that index from 0 (0 is the whole match when there are none). May raise.
void csb_push_capture(csb_matcher *matcher, int index, const char *CSB_NULLABLE start,
                      const char *CSB_NULLABLE end);

// ---- Functions of the strings table, each a lua_CFunction -----------------------------------

int csb_string_find(lua_State *L);      // search.c
int csb_string_match(lua_State *L);     // search.c
int csb_string_gmatch(lua_State *L);    // search.c
int csb_string_gsub(lua_State *L);      // search.c
int csb_string_format(lua_State *L);    // format.c
int csb_string_pack(lua_State *L);      // pack.c
int csb_string_packsize(lua_State *L);  // pack.c
int csb_string_unpack(lua_State *L);    // pack.c

/// table.sort (sort.c).
int csb_table_sort(lua_State *L);

/// The length of the table-like argument 1, after checking that it can be read, written and
/// measured as `needs` says (tables.c). Pushes nothing. May raise.
lua_Integer csb_table_length(lua_State *L, unsigned needs);

enum { CSB_NEEDS_READ = 1, CSB_NEEDS_WRITE = 2, CSB_NEEDS_LENGTH = 4 };

/// A start position as find, match, gmatch and unpack read it: 1 and more are kept, 0 and what
/// lies before the string become 1, the other negatives count from the end.
static inline size_t csb_start_position(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position;
  if (position == 0 || position < -(lua_Integer)length) return 1;
  return length + (size_t)position + 1;
}

/// Registers the table on top as a loaded library, so that messages name its functions as stock
/// ones do ("string.rep"), and as the global `name`. Pops the table. May raise.
void csb_library_set(lua_State *L, const char *name);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
