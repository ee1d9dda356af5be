/// string.pack, packsize and unpack: a reader of the format and one loop for each of the three.
#include <stddef.h>
#include <string.h>

#include "library.h"

/// Widest integer, in bytes.
enum { widest_integer = 16 };

static const bool is_little_endian_machine = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

/// What "!" without a number aligns to.
struct aligned {
  char first;
  union {
    lua_Number n;
    double u;
    void *s;
    lua_Integer i;
    long l;
  } widest;
};

/// Reads a format from left to right.
typedef struct {
  lua_State *L;
  const char *place;
  bool little_endian;
  int max_alignment;
} format_reader;

typedef enum {
  ITEM_SIGNED,
  ITEM_UNSIGNED,
  ITEM_FLOAT,
  ITEM_NUMBER,
  ITEM_DOUBLE,
  ITEM_FIXED,    ///< "c": bytes of a given count
  ITEM_COUNTED,  ///< "s": the length, then the bytes
  ITEM_ZERO,     ///< "z": bytes up to a zero
  ITEM_BYTE,     ///< "x": one byte of padding
  ITEM_ALIGN,    ///< "X": padding for the option that follows
  ITEM_NONE,     ///< only changes how the rest is read
} item_kind;

/// One option of the format.
typedef struct {
  item_kind kind;
  int size;     ///< bytes of its fixed part
  int padding;  ///< bytes before it
} item;

static format_reader read_format(lua_State *L, const char *format) {
  return (format_reader){L, format, is_little_endian_machine, 1};
}

/// The number at the reader's place, or `otherwise`. Stops before it could overflow an int.
/// Never raises.
static int read_number(format_reader *reader, int otherwise) {
  const char *p = reader->place;
  if (*p < '0' || *p > '9') return otherwise;
  int number = 0;
  do {
    number = number * 10 + (*p++ - '0');
  } while (*p >= '0' && *p <= '9' && number <= (INT_MAX - 9) / 10);
  reader->place = p;
  return number;
}

/// The same for the width of an integer. May raise.
static int read_width(format_reader *reader, int otherwise) {
  int width = read_number(reader, otherwise);
  if (width <= 0 || width > widest_integer)
    luaL_error(reader->L, "integral size (%d) out of limits [1,%d]", width, widest_integer);
  return width;
}

/// Reads one option and its size. May raise.
static item_kind read_option(format_reader *reader, int *size) {
  *size = 0;
  char letter = *reader->place++;
  switch (letter) {
    case 'b': *size = sizeof(char); return ITEM_SIGNED;
    case 'B': *size = sizeof(char); return ITEM_UNSIGNED;
    case 'h': *size = sizeof(short); return ITEM_SIGNED;
    case 'H': *size = sizeof(short); return ITEM_UNSIGNED;
    case 'i': *size = read_width(reader, sizeof(int)); return ITEM_SIGNED;
    case 'I': *size = read_width(reader, sizeof(int)); return ITEM_UNSIGNED;
    case 'l': *size = sizeof(long); return ITEM_SIGNED;
    case 'L': *size = sizeof(long); return ITEM_UNSIGNED;
    case 'j': *size = sizeof(lua_Integer); return ITEM_SIGNED;
    case 'J': *size = sizeof(lua_Integer); return ITEM_UNSIGNED;
    case 'T': *size = sizeof(size_t); return ITEM_UNSIGNED;
    case 'f': *size = sizeof(float); return ITEM_FLOAT;
    case 'n': *size = sizeof(lua_Number); return ITEM_NUMBER;
    case 'd': *size = sizeof(double); return ITEM_DOUBLE;
    case 's': *size = read_width(reader, sizeof(size_t)); return ITEM_COUNTED;
    case 'c':
      *size = read_number(reader, -1);
      if (*size == -1) luaL_error(reader->L, "missing size for format option 'c'");
      return ITEM_FIXED;
    case 'z': return ITEM_ZERO;
    case 'x': *size = 1; return ITEM_BYTE;
    case 'X': return ITEM_ALIGN;
    case ' ': return ITEM_NONE;
    case '<': reader->little_endian = true; return ITEM_NONE;
    case '>': reader->little_endian = false; return ITEM_NONE;
    case '=': reader->little_endian = is_little_endian_machine; return ITEM_NONE;
    case '!':
      reader->max_alignment = read_width(reader, offsetof(struct aligned, widest));
      return ITEM_NONE;
    default:
      luaL_error(reader->L, "invalid format option '%c'", letter);
      return ITEM_NONE;
  }
}

/// Reads the next option, with the padding it needs at `position`. May raise (the stop, too).
static item read_item(format_reader *reader, size_t position) {
  csb_tick(reader->L);
  item next = {0};
  next.kind = read_option(reader, &next.size);
  int alignment = next.size;
  if (next.kind == ITEM_ALIGN) {
    if (*reader->place == '\0' || read_option(reader, &alignment) == ITEM_FIXED ||
        alignment == 0)
      luaL_argerror(reader->L, 1, "invalid next option for option 'X'");
  }
  if (alignment <= 1 || next.kind == ITEM_FIXED) return next;
  if (alignment > reader->max_alignment) alignment = reader->max_alignment;
  if ((alignment & (alignment - 1)) != 0)
    luaL_argerror(reader->L, 1, "format asks for alignment not power of 2");
  next.padding = (alignment - (int)(position & (size_t)(alignment - 1))) & (alignment - 1);
  return next;
}

/// Appends `count` zero bytes in pieces, so that a large count can be left. Pushes nothing; may
/// raise.
static void add_zeros(csb_buffer *buffer, size_t count) {
  char *room = count > 0 ? csb_buffer_room(buffer, count) : NULL;
  for (size_t done = 0; done < count;) {
    size_t piece = count - done < CSB_TICK_BYTES ? count - done : CSB_TICK_BYTES;
    memset(room + done, 0, piece);
    done += piece;
    csb_tick(buffer->L);
  }
  buffer->length += count;
}

/// Appends an integer of `size` bytes, widened by its sign. Pushes nothing; may raise.
static void add_integer(csb_buffer *buffer, lua_Unsigned value, bool little_endian, int size,
                        bool negative) {
  char *room = csb_buffer_room(buffer, widest_integer);
  for (int i = 0; i < size; i++) {
    unsigned char byte = negative ? 0xFF : 0;
    if (i < (int)sizeof value) byte = (unsigned char)(value >> (i * 8));
    room[little_endian ? i : size - 1 - i] = (char)byte;
  }
  buffer->length += (size_t)size;
}

/// Copies `size` bytes, turned round when the order is not the machine's. Never raises.
static void copy_ordered(char *to, const char *from, int size, bool little_endian) {
  if (little_endian == is_little_endian_machine) {
    memcpy(to, from, (size_t)size);
  } else {
    for (int i = 0; i < size; i++) to[i] = from[size - 1 - i];
  }
}

/// Appends a float's bytes. Pushes nothing; may raise.
static void add_float(csb_buffer *buffer, const void *value, int size, bool little_endian) {
  char *room = csb_buffer_room(buffer, (size_t)size);
  copy_ordered(room, value, size, little_endian);
  buffer->length += (size_t)size;
}

/// Packs argument `argument` as `next`. Returns the bytes beyond its fixed size. Pushes nothing;
/// may raise.
static size_t pack_value(lua_State *L, csb_buffer *buffer, const format_reader *reader,
                         item next, int argument) {
  size_t length;
  const char *bytes;
  switch (next.kind) {
    case ITEM_SIGNED: {
      lua_Integer value = luaL_checkinteger(L, argument);
      if (next.size < (int)sizeof value) {
        lua_Integer limit = (lua_Integer)1 << (next.size * 8 - 1);
        luaL_argcheck(L, -limit <= value && value < limit, argument, "integer overflow");
      }
      add_integer(buffer, (lua_Unsigned)value, reader->little_endian, next.size, value < 0);
      return 0;
    }
    case ITEM_UNSIGNED: {
      lua_Unsigned value = (lua_Unsigned)luaL_checkinteger(L, argument);
      if (next.size < (int)sizeof value)
        luaL_argcheck(L, value < (lua_Unsigned)1 << (next.size * 8), argument,
                      "unsigned overflow");
      add_integer(buffer, value, reader->little_endian, next.size, false);
      return 0;
    }
    case ITEM_FLOAT: {
      float value = (float)luaL_checknumber(L, argument);
      add_float(buffer, &value, sizeof value, reader->little_endian);
      return 0;
    }
    case ITEM_NUMBER:
    case ITEM_DOUBLE: {
      lua_Number value = luaL_checknumber(L, argument);
      add_float(buffer, &value, sizeof value, reader->little_endian);
      return 0;
    }
    case ITEM_FIXED:
      bytes = luaL_checklstring(L, argument, &length);
      luaL_argcheck(L, length <= (size_t)next.size, argument, "string longer than given size");
      csb_buffer_add(buffer, bytes, length);
      add_zeros(buffer, (size_t)next.size - length);
      return 0;
    case ITEM_COUNTED:
      bytes = luaL_checklstring(L, argument, &length);
      luaL_argcheck(L, next.size >= (int)sizeof length || length < (size_t)1 << (next.size * 8),
                    argument, "string length does not fit in given size");
      add_integer(buffer, length, reader->little_endian, next.size, false);
      csb_buffer_add(buffer, bytes, length);
      return length;
    case ITEM_ZERO:
      bytes = luaL_checklstring(L, argument, &length);
      luaL_argcheck(L, strlen(bytes) == length, argument, "string contains zeros");
      csb_buffer_add(buffer, bytes, length);
      csb_buffer_add_byte(buffer, '\0');
      return length + 1;
    default:
      return 0;
  }
}

static bool takes_value(item_kind kind) {
  return kind != ITEM_BYTE && kind != ITEM_ALIGN && kind != ITEM_NONE;
}

/// string.pack(format, ...). Returns one string. May raise.
int csb_string_pack(lua_State *L) {
  format_reader reader = read_format(L, luaL_checkstring(L, 1));
  int argument = 1;
  size_t position = 0;
  lua_pushnil(L);  // so that a missing argument is nil, not the buffer
  csb_buffer buffer;
  csb_buffer_begin(L, &buffer);
  while (*reader.place != '\0') {
    item next = read_item(&reader, position);
    position += (size_t)next.padding + (size_t)next.size;
    add_zeros(&buffer, (size_t)next.padding);
    if (takes_value(next.kind)) {
      position += pack_value(L, &buffer, &reader, next, ++argument);
    } else if (next.kind == ITEM_BYTE) {
      csb_buffer_add_byte(&buffer, '\0');
    }
  }
  csb_buffer_push(&buffer);
  return 1;
}

/// string.packsize(format). Returns one integer. May raise.
int csb_string_packsize(lua_State *L) {
  format_reader reader = read_format(L, luaL_checkstring(L, 1));
  size_t total = 0;
  while (*reader.place != '\0') {
    item next = read_item(&reader, total);
    luaL_argcheck(L, next.kind != ITEM_COUNTED && next.kind != ITEM_ZERO, 1,
                  "variable-length format");
    size_t size = (size_t)next.size + (size_t)next.padding;
    luaL_argcheck(L, total <= CSB_MAX_STRING - size, 1, "format result too large");
    total += size;
  }
  lua_pushinteger(L, (lua_Integer)total);
  return 1;
}

/// Reads an integer of `size` bytes. May raise (it does not fit).
static lua_Integer read_integer(lua_State *L, const char *bytes, bool little_endian, int size,
                                bool is_signed) {
  const int most = (int)sizeof(lua_Integer);
  lua_Unsigned value = 0;
  for (int i = (size < most ? size : most) - 1; i >= 0; i--)
    value = value << 8 | (unsigned char)bytes[little_endian ? i : size - 1 - i];
  if (size < most) {
    if (is_signed) {
      lua_Unsigned sign = (lua_Unsigned)1 << (size * 8 - 1);
      value = (value ^ sign) - sign;
    }
  } else if (size > most) {
    unsigned char expected = is_signed && (lua_Integer)value < 0 ? 0xFF : 0;
    for (int i = most; i < size; i++) {
      if ((unsigned char)bytes[little_endian ? i : size - 1 - i] != expected)
        luaL_error(L, "%d-byte integer does not fit into Lua Integer", size);
    }
  }
  return (lua_Integer)value;
}

/// Pushes the value that `next` describes at `position` of the data. Returns the bytes beyond its
/// fixed size. May raise.
static size_t unpack_value(lua_State *L, const format_reader *reader, item next,
                           const char *data, size_t length, size_t position) {
  const char *place = data + position;
  switch (next.kind) {
    case ITEM_SIGNED:
    case ITEM_UNSIGNED:
      lua_pushinteger(L, read_integer(L, place, reader->little_endian, next.size,
                                      next.kind == ITEM_SIGNED));
      return 0;
    case ITEM_FLOAT: {
      float value;
      copy_ordered((char *)&value, place, sizeof value, reader->little_endian);
      lua_pushnumber(L, (lua_Number)value);
      return 0;
    }
    case ITEM_NUMBER:
    case ITEM_DOUBLE: {
      lua_Number value;
      copy_ordered((char *)&value, place, sizeof value, reader->little_endian);
      lua_pushnumber(L, value);
      return 0;
    }
    case ITEM_FIXED:
      lua_pushlstring(L, place, (size_t)next.size);
      return 0;
    case ITEM_COUNTED: {
      size_t count =
          (size_t)read_integer(L, place, reader->little_endian, next.size, false);
      luaL_argcheck(L, count <= length - position - (size_t)next.size, 2,
                    "data string too short");
      lua_pushlstring(L, place + next.size, count);
      return count;
    }
    case ITEM_ZERO: {
      const char *end = memchr(place, '\0', length - position);
      luaL_argcheck(L, end != NULL, 2, "unfinished string for format 'z'");
      lua_pushlstring(L, place, (size_t)(end - place));
      return (size_t)(end - place) + 1;
    }
    default:
      return 0;
  }
}

/// string.unpack(format, s [, pos]). Returns the values and the position after them. May raise.
int csb_string_unpack(lua_State *L) {
  format_reader reader = read_format(L, luaL_checkstring(L, 1));
  size_t length;
  const char *data = luaL_checklstring(L, 2, &length);
  size_t position = csb_start_position(luaL_optinteger(L, 3, 1), length) - 1;
  luaL_argcheck(L, position <= length, 3, "initial position out of string");
  int count = 0;
  while (*reader.place != '\0') {
    item next = read_item(&reader, position);
    luaL_argcheck(L, (size_t)next.padding + (size_t)next.size <= length - position, 2,
                  "data string too short");
    position += (size_t)next.padding;
    luaL_checkstack(L, 2, "too many results");
    if (takes_value(next.kind)) {
      position += unpack_value(L, &reader, next, data, length, position);
      count++;
    }
    position += (size_t)next.size;
  }
  lua_pushinteger(L, (lua_Integer)position + 1);
  return count + 1;
}
