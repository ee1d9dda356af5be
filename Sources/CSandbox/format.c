/// string.format. Numbers are written by snprintf, whose locale csb_thread_prepare keeps at C;
/// strings and identities never show an address.
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "library.h"

/// Longest run of flags, width and precision.
static const size_t longest_modifiers = 20;

/// A specification: "%", up to 20 modifiers, room for "ll", the letter, and the end.
typedef struct {
  char text[28];
  size_t length;
} specification;

/// Reads the specification at `format` (after its "%"). Returns the place after it. May raise.
static const char *read_specification(lua_State *L, const char *format, specification *spec) {
  size_t modifiers = strspn(format, "-+ #0123456789.");
  if (modifiers > longest_modifiers) luaL_error(L, "invalid format (too long)");
  spec->text[0] = '%';
  memcpy(spec->text + 1, format, modifiers + 1);
  spec->length = modifiers + 2;
  spec->text[spec->length] = '\0';
  return format + modifiers + 1;
}

/// Skips at most two digits. Never raises.
static const char *skip_width(const char *p) {
  for (int i = 0; i < 2 && *p >= '0' && *p <= '9'; i++) p++;
  return p;
}

/// Checks that only these flags, a width of two digits, and (if allowed) a precision of two digits
/// stand before the letter. Pushes nothing; may raise.
static void check_specification(lua_State *L, const specification *spec, const char *flags,
                                bool takes_precision) {
  const char *p = spec->text + 1;
  p += strspn(p, flags);
  if (*p != '0') {
    p = skip_width(p);
    if (*p == '.' && takes_precision) p = skip_width(p + 1);
  }
  bool at_letter = (unsigned)(*p | 0x20) - 'a' < 26;
  if (!at_letter) luaL_error(L, "invalid conversion specification: '%s'", spec->text);
}

/// Puts "ll" before the letter, for a 64-bit integer. Never raises.
static void widen(specification *spec) {
  char letter = spec->text[spec->length - 1];
  memcpy(spec->text + spec->length - 1, "ll", 2);
  spec->text[spec->length + 1] = letter;
  spec->text[spec->length + 2] = '\0';
  spec->length += 2;
}

/// Enough for "%99.99f" of the largest number: 309 digits, a point, 99 digits, a sign.
enum { longest_number = 440 };

static_assert(sizeof(lua_Integer) == sizeof(long long), "widen() writes long long");

/// Appends an integer written by its specification. Pushes nothing; may raise.
static void add_integer(csb_buffer *buffer, specification *spec, lua_Integer value) {
  widen(spec);
  char *room = csb_buffer_room(buffer, longest_number);
  buffer->length += (size_t)snprintf(room, longest_number, spec->text, (long long)value);
}

/// Appends a float written by its specification. Pushes nothing; may raise.
static void add_number(csb_buffer *buffer, const specification *spec, lua_Number value) {
  char *room = csb_buffer_room(buffer, longest_number);
  buffer->length += (size_t)snprintf(room, longest_number, spec->text, value);
}

/// Appends a string of at most 99 bytes, or cut by a precision, padded as asked. Pushes nothing;
/// may raise.
static void add_padded(csb_buffer *buffer, const specification *spec, const char *text) {
  char *room = csb_buffer_room(buffer, longest_number);
  buffer->length += (size_t)snprintf(room, longest_number, spec->text, text);
}

/// %q of a string: quoted so that the Lua reader gives it back. Pushes nothing; may raise.
static void add_quoted(csb_buffer *buffer, const char *text, size_t length) {
  csb_buffer_add_byte(buffer, '"');
  for (size_t i = 0; i < length; i++) {
    if (i % 4096 == 4095) csb_tick(buffer->L);
    unsigned char c = (unsigned char)text[i];
    if (c == '"' || c == '\\' || c == '\n') {
      csb_buffer_add_byte(buffer, '\\');
      csb_buffer_add_byte(buffer, (char)c);
    } else if (c < 0x20 || c == 0x7F) {
      // A digit that follows must not become part of the escape.
      bool digit_follows = i + 1 < length && text[i + 1] >= '0' && text[i + 1] <= '9';
      char *room = csb_buffer_room(buffer, 8);
      buffer->length += (size_t)snprintf(room, 8, digit_follows ? "\\%03d" : "\\%d", c);
    } else {
      csb_buffer_add_byte(buffer, (char)c);
    }
  }
  csb_buffer_add_byte(buffer, '"');
}

/// %q of argument `argument`. Pushes nothing; may raise.
static void add_literal(lua_State *L, csb_buffer *buffer, int argument) {
  char *room;
  switch (lua_type(L, argument)) {
    case LUA_TSTRING: {
      size_t length;
      const char *text = lua_tolstring(L, argument, &length);
      add_quoted(buffer, text, length);
      return;
    }
    case LUA_TNUMBER:
      room = csb_buffer_room(buffer, longest_number);
      if (lua_isinteger(L, argument)) {
        lua_Integer value = lua_tointeger(L, argument);
        // The smallest integer has no decimal literal.
        buffer->length += (size_t)snprintf(
            room, longest_number, value == LUA_MININTEGER ? "0x%llx" : "%lld", (long long)value);
      } else {
        lua_Number value = lua_tonumber(L, argument);
        // What has no literal is written as an expression that yields it.
        const char *format = isfinite(value)  ? "%a"
                             : isnan(value)   ? "(0/0)"
                             : value > 0      ? "1e9999"
                                              : "-1e9999";
        buffer->length += (size_t)snprintf(room, longest_number, format, value);
      }
      return;
    case LUA_TNIL:
      csb_buffer_add(buffer, "nil", 3);
      return;
    case LUA_TBOOLEAN:
      if (lua_toboolean(L, argument)) {
        csb_buffer_add(buffer, "true", 4);
      } else {
        csb_buffer_add(buffer, "false", 5);
      }
      return;
    default:
      luaL_argerror(L, argument, "value has no literal form");
  }
}

/// %s of argument `argument`, through the safe tostring. Calls back; pushes nothing; may raise.
static void add_string(lua_State *L, csb_buffer *buffer, const specification *spec,
                       int argument) {
  size_t length;
  const char *text = csb_tolstring(L, argument, &length);
  if (spec->length == 2) {
    csb_buffer_add_value(buffer);
    return;
  }
  luaL_argcheck(L, length == strlen(text), argument, "string contains zeros");
  check_specification(L, spec, "-", true);
  if (length >= 100 && strchr(spec->text, '.') == NULL) {
    csb_buffer_add_value(buffer);  // too long to be padded or cut
    return;
  }
  add_padded(buffer, spec, text);
  lua_pop(L, 1);
}

/// %p of argument `argument`: the identity that tostring prints, "(null)" for what has none.
/// Pushes nothing; may raise.
static void add_identity(lua_State *L, csb_buffer *buffer, specification *spec, int argument) {
  check_specification(L, spec, "-", false);
  spec->text[spec->length - 1] = 's';
  char identity[32] = "(null)";
  switch (lua_type(L, argument)) {
    case LUA_TTABLE:
    case LUA_TFUNCTION:
    case LUA_TTHREAD:
    case LUA_TUSERDATA:
    case LUA_TLIGHTUSERDATA:
      snprintf(identity, sizeof identity, "%lld", (long long)csb_identity(L, argument));
      break;
    default:
      break;
  }
  add_padded(buffer, spec, identity);
}

/// Appends one argument by its specification. Calls back for %s; pushes nothing; may raise.
static void add_argument(lua_State *L, csb_buffer *buffer, specification *spec, int argument) {
  switch (spec->text[spec->length - 1]) {
    case 'c': {
      check_specification(L, spec, "-", false);
      int byte = (int)luaL_checkinteger(L, argument);
      char *room = csb_buffer_room(buffer, longest_number);
      buffer->length += (size_t)snprintf(room, longest_number, spec->text, byte);
      return;
    }
    case 'd':
    case 'i': {
      lua_Integer value = luaL_checkinteger(L, argument);
      check_specification(L, spec, "-+0 ", true);
      add_integer(buffer, spec, value);
      return;
    }
    case 'u': {
      lua_Integer value = luaL_checkinteger(L, argument);
      check_specification(L, spec, "-0", true);
      add_integer(buffer, spec, value);
      return;
    }
    case 'o':
    case 'x':
    case 'X': {
      lua_Integer value = luaL_checkinteger(L, argument);
      check_specification(L, spec, "-#0", true);
      add_integer(buffer, spec, value);
      return;
    }
    case 'a':
    case 'A':
      check_specification(L, spec, "-+#0 ", true);
      add_number(buffer, spec, luaL_checknumber(L, argument));
      return;
    case 'e':
    case 'E':
    case 'f':
    case 'g':
    case 'G': {
      lua_Number value = luaL_checknumber(L, argument);
      check_specification(L, spec, "-+#0 ", true);
      add_number(buffer, spec, value);
      return;
    }
    case 'p':
      add_identity(L, buffer, spec, argument);
      return;
    case 'q':
      if (spec->length > 2) luaL_error(L, "specifier '%%q' cannot have modifiers");
      add_literal(L, buffer, argument);
      return;
    case 's':
      add_string(L, buffer, spec, argument);
      return;
    default:
      luaL_error(L, "invalid conversion '%s' to 'format'", spec->text);
  }
}

/// string.format(format, ...). Returns one string. Calls back for %s; may raise.
int csb_string_format(lua_State *L) {
  int last = lua_gettop(L);
  size_t length;
  const char *format = luaL_checklstring(L, 1, &length);
  const char *format_end = format + length;
  csb_check_stack(L);
  csb_buffer buffer;
  csb_buffer_begin(L, &buffer);
  int argument = 1;
  while (format < format_end) {
    const char *percent = memchr(format, '%', (size_t)(format_end - format));
    if (percent == NULL) percent = format_end;
    csb_buffer_add(&buffer, format, (size_t)(percent - format));
    if (percent == format_end) break;
    csb_tick(L);
    format = percent + 1;
    if (*format == '%') {
      csb_buffer_add_byte(&buffer, '%');
      format++;
      continue;
    }
    if (++argument > last) return luaL_argerror(L, argument, "no value");
    specification spec;
    format = read_specification(L, format, &spec);
    add_argument(L, &buffer, &spec, argument);
  }
  csb_buffer_push(&buffer);
  return 1;
}
