/// The utf8 library. All of it is our own: loops over long strings must be stoppable, and codes
/// refuses stray continuation bytes on every Lua (5.4.4's accepts some).
#include "library.h"

/// Largest code point that six bytes hold, and the largest of Unicode.
static const uint32_t largest_code = 0x7FFFFFFF;
static const uint32_t largest_scalar = 0x10FFFF;

static bool is_continuation(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

/// Reads the sequence at `s`, which a zero byte ends at the latest. Returns the place after it,
/// or NULL when it is none: too short, longer than needed or, unless `lax`, beyond Unicode or a
/// surrogate. Never raises.
static const char *decode(const char *s, uint32_t *code, bool lax) {
  static const uint32_t smallest[] = {0, 0x80, 0x800, 0x10000, 0x200000, 0x4000000};
  unsigned first = (unsigned char)*s;
  if (first < 0x80) {
    *code = first;
    return s + 1;
  }
  if (first < 0xC0 || first >= 0xFE) return NULL;
  int more = 1;
  while (first & (0x40u >> more)) more++;
  uint32_t value = first & (0x3Fu >> more);
  for (int i = 1; i <= more; i++) {
    if (!is_continuation(s[i])) return NULL;
    value = value << 6 | ((unsigned char)s[i] & 0x3F);
  }
  if (value < smallest[more]) return NULL;
  if (!lax && (value > largest_scalar || (value >= 0xD800 && value <= 0xDFFF))) return NULL;
  *code = value;
  return s + 1 + more;
}

/// A position as these functions read it: negatives count from the end, beyond it is 0.
static lua_Integer position_of(lua_Integer position, size_t length) {
  if (position >= 0) return position;
  if (0u - (size_t)position > length) return 0;
  return (lua_Integer)length + position + 1;
}

/// Looks at the stop now and then. May raise.
static inline void step(lua_State *L, size_t *steps) {
  if ((++*steps & 0x3FF) == 0) csb_tick(L);
}

/// utf8.len(s [, i [, j [, lax]]]). Returns the number of characters, or nil and the position of
/// the first byte that is none. May raise.
static int utf8_len(lua_State *L) {
  size_t length, steps = 0;
  const char *s = luaL_checklstring(L, 1, &length);
  lua_Integer first = position_of(luaL_optinteger(L, 2, 1), length);
  lua_Integer last = position_of(luaL_optinteger(L, 3, -1), length);
  bool lax = lua_toboolean(L, 4);
  luaL_argcheck(L, 1 <= first && --first <= (lua_Integer)length, 2,
                "initial position out of bounds");
  luaL_argcheck(L, --last < (lua_Integer)length, 3, "final position out of bounds");
  lua_Integer count = 0;
  while (first <= last) {
    step(L, &steps);
    uint32_t code;
    const char *next = decode(s + first, &code, lax);
    if (next == NULL) {
      luaL_pushfail(L);
      lua_pushinteger(L, first + 1);
      return 2;
    }
    first = next - s;
    count++;
  }
  lua_pushinteger(L, count);
  return 1;
}

/// utf8.codepoint(s [, i [, j [, lax]]]). Returns the code points. May raise.
static int utf8_codepoint(lua_State *L) {
  size_t length, steps = 0;
  const char *s = luaL_checklstring(L, 1, &length);
  lua_Integer first = position_of(luaL_optinteger(L, 2, 1), length);
  lua_Integer last = position_of(luaL_optinteger(L, 3, first), length);
  bool lax = lua_toboolean(L, 4);
  luaL_argcheck(L, first >= 1, 2, "out of bounds");
  luaL_argcheck(L, last <= (lua_Integer)length, 3, "out of bounds");
  if (first > last) return 0;
  if (last - first >= INT_MAX) return luaL_error(L, "string slice too long");
  luaL_checkstack(L, (int)(last - first) + 1, "string slice too long");
  int count = 0;
  const char *end = s + last;
  for (s += first - 1; s < end;) {
    step(L, &steps);
    uint32_t code = 0;
    s = decode(s, &code, lax);
    if (s == NULL) return luaL_error(L, "invalid UTF-8 code");
    lua_pushinteger(L, code);
    count++;
  }
  return count;
}

/// Writes a code point's bytes to `room` (6 bytes). Returns their number. Never raises.
static size_t encode(char *room, uint32_t code) {
  if (code < 0x80) {
    room[0] = (char)code;
    return 1;
  }
  // Continuation bytes hold six bits each, the first byte what its length mark leaves.
  size_t count = 2;
  while (count < 6 && code >> (5 * count + 1) != 0) count++;
  for (size_t i = count - 1; i > 0; i--) {
    room[i] = (char)(0x80 | (code & 0x3F));
    code >>= 6;
  }
  room[0] = (char)((0xFF00 >> count) | code);
  return count;
}

/// utf8.char(...). Returns one string. May raise.
static int utf8_char(lua_State *L) {
  int count = lua_gettop(L);
  size_t steps = 0;
  csb_buffer buffer;
  csb_buffer_begin(L, &buffer);
  for (int i = 1; i <= count; i++) {
    step(L, &steps);
    lua_Unsigned code = (lua_Unsigned)luaL_checkinteger(L, i);
    luaL_argcheck(L, code <= largest_code, i, "value out of range");
    buffer.length += encode(csb_buffer_room(&buffer, 6), (uint32_t)code);
  }
  csb_buffer_push(&buffer);
  return 1;
}

/// utf8.offset(s, n [, i]). Returns a position or nil. May raise.
static int utf8_offset(lua_State *L) {
  size_t length, steps = 0;
  const char *s = luaL_checklstring(L, 1, &length);
  lua_Integer count = luaL_checkinteger(L, 2);
  lua_Integer otherwise = count > 0 ? 1 : (lua_Integer)length + 1;
  lua_Integer at = position_of(luaL_optinteger(L, 3, otherwise), length);
  luaL_argcheck(L, 1 <= at && --at <= (lua_Integer)length, 3, "position out of bounds");
  if (count == 0) {
    while (at > 0 && is_continuation(s[at])) {
      step(L, &steps);
      at--;
    }
    lua_pushinteger(L, at + 1);
    return 1;
  }
  if (is_continuation(s[at])) return luaL_error(L, "initial position is a continuation byte");
  if (count < 0) {
    for (; count < 0 && at > 0; count++) {
      do {
        step(L, &steps);
        at--;
      } while (at > 0 && is_continuation(s[at]));
    }
  } else {
    for (count--; count > 0 && at < (lua_Integer)length; count--) {
      do {
        step(L, &steps);
        at++;
      } while (is_continuation(s[at]));
    }
  }
  if (count == 0) {
    lua_pushinteger(L, at + 1);
  } else {
    luaL_pushfail(L);
  }
  return 1;
}

/// One step of utf8.codes. Returns position and code point, or nothing. May raise.
static int next_code(lua_State *L, bool lax) {
  size_t length, steps = 0;
  const char *s = luaL_checklstring(L, 1, &length);
  lua_Unsigned at = (lua_Unsigned)lua_tointeger(L, 2);  // the byte after the last one's first
  while (at < length && is_continuation(s[at])) {
    step(L, &steps);
    at++;
  }
  if (at >= length) return 0;
  uint32_t code = 0;
  const char *next = decode(s + at, &code, lax);
  if (next == NULL || is_continuation(*next)) return luaL_error(L, "invalid UTF-8 code");
  lua_pushinteger(L, (lua_Integer)at + 1);
  lua_pushinteger(L, code);
  return 2;
}

static int next_code_strict(lua_State *L) { return next_code(L, false); }
static int next_code_lax(lua_State *L) { return next_code(L, true); }

/// utf8.codes(s [, lax]). Returns the iterator's three values. May raise.
static int utf8_codes(lua_State *L) {
  bool lax = lua_toboolean(L, 2);
  const char *s = luaL_checkstring(L, 1);
  luaL_argcheck(L, !is_continuation(*s), 1, "invalid UTF-8 code");
  lua_pushcfunction(L, lax ? next_code_lax : next_code_strict);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

/// See internal.h. Pushes nothing; may raise.
void csb_open_utf8(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"char", utf8_char},     {"codepoint", utf8_codepoint}, {"codes", utf8_codes},
      {"len", utf8_len},       {"offset", utf8_offset},       {NULL, NULL},
  };
  luaL_newlib(L, functions);
  static const char charpattern[] = "[\0-\x7F\xC2-\xFD][\x80-\xBF]*";
  lua_pushlstring(L, charpattern, sizeof charpattern - 1);
  lua_setfield(L, -2, "charpattern");
  csb_library_set(L, "utf8");
}
