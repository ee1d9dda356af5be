#include "json.h"

#include <lauxlib.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 64, LONGEST_NUMBER = 64 };

typedef struct {
  lua_State *L;
  const char *at;
  const char *end;
  int depth;
} reader;

static void push_value(reader *r);

static int fail(reader *r, const char *what) { return luaL_error(r->L, "JSON: %s", what); }

static void skip_space(reader *r) {
  while (r->at < r->end &&
         (*r->at == ' ' || *r->at == '\n' || *r->at == '\r' || *r->at == '\t')) {
    r->at++;
  }
}

static char peek(reader *r) { return r->at < r->end ? *r->at : '\0'; }

static void expect(reader *r, char wanted) {
  skip_space(r);
  if (peek(r) != wanted) fail(r, "unexpected character");
  r->at++;
}

static void expect_word(reader *r, const char *word) {
  size_t length = strlen(word);
  if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0) {
    fail(r, "unknown word");
  }
  r->at += length;
}

/// Reads four hexadecimal digits.
static uint32_t hexadecimal(reader *r) {
  uint32_t value = 0;
  if (r->end - r->at < 4) fail(r, "short escape");
  for (int i = 0; i < 4; i++) {
    char c = *r->at++;
    uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                     : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                     : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                            : 16;
    if (digit == 16) fail(r, "bad escape");
    value = value * 16 + digit;
  }
  return value;
}

static void add_utf8(luaL_Buffer *buffer, uint32_t code) {
  if (code < 0x80) {
    luaL_addchar(buffer, (char)code);
  } else if (code < 0x800) {
    luaL_addchar(buffer, (char)(0xC0 | code >> 6));
    luaL_addchar(buffer, (char)(0x80 | (code & 0x3F)));
  } else if (code < 0x10000) {
    luaL_addchar(buffer, (char)(0xE0 | code >> 12));
    luaL_addchar(buffer, (char)(0x80 | (code >> 6 & 0x3F)));
    luaL_addchar(buffer, (char)(0x80 | (code & 0x3F)));
  } else {
    luaL_addchar(buffer, (char)(0xF0 | code >> 18));
    luaL_addchar(buffer, (char)(0x80 | (code >> 12 & 0x3F)));
    luaL_addchar(buffer, (char)(0x80 | (code >> 6 & 0x3F)));
    luaL_addchar(buffer, (char)(0x80 | (code & 0x3F)));
  }
}

static void add_escape(reader *r, luaL_Buffer *buffer) {
  char c = peek(r);
  r->at++;
  switch (c) {
    case '"': case '\\': case '/': luaL_addchar(buffer, c); return;
    case 'b': luaL_addchar(buffer, '\b'); return;
    case 'f': luaL_addchar(buffer, '\f'); return;
    case 'n': luaL_addchar(buffer, '\n'); return;
    case 'r': luaL_addchar(buffer, '\r'); return;
    case 't': luaL_addchar(buffer, '\t'); return;
    case 'u': break;
    default: fail(r, "unknown escape");
  }
  uint32_t code = hexadecimal(r);
  if (code >= 0xD800 && code < 0xDC00) {
    expect_word(r, "\\u");
    uint32_t low = hexadecimal(r);
    if (low < 0xDC00 || low > 0xDFFF) fail(r, "lone surrogate");
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  } else if (code >= 0xDC00 && code <= 0xDFFF) {
    fail(r, "lone surrogate");
  }
  add_utf8(buffer, code);
}

/// Pushes a string; the opening quote has been read. One without escapes is taken as it lies.
static void push_string(reader *r) {
  const char *start = r->at;
  while (r->at < r->end && *r->at != '"' && *r->at != '\\' && (unsigned char)*r->at >= 0x20) {
    r->at++;
  }
  if (peek(r) == '"') {
    lua_pushlstring(r->L, start, (size_t)(r->at - start));
    r->at++;
    return;
  }
  luaL_Buffer buffer;
  luaL_buffinit(r->L, &buffer);
  luaL_addlstring(&buffer, start, (size_t)(r->at - start));
  while (peek(r) != '"') {
    if (r->at >= r->end || (unsigned char)*r->at < 0x20) fail(r, "unclosed string");
    if (*r->at == '\\') {
      r->at++;
      add_escape(r, &buffer);
    } else {
      luaL_addchar(&buffer, *r->at++);
    }
  }
  r->at++;
  luaL_pushresult(&buffer);
}

static void push_number(reader *r) {
  char digits[LONGEST_NUMBER + 1];
  size_t length = 0;
  bool is_float = false;
  while (r->at < r->end && strchr("+-.eE0123456789", *r->at) && length < LONGEST_NUMBER) {
    if (*r->at == '.' || *r->at == 'e' || *r->at == 'E') is_float = true;
    digits[length++] = *r->at++;
  }
  digits[length] = '\0';
  char *rest;
  if (is_float) {
    lua_pushnumber(r->L, strtod(digits, &rest));
  } else {
    lua_pushinteger(r->L, strtoll(digits, &rest, 10));
  }
  if (length == 0 || *rest != '\0') fail(r, "bad number");
}

static void push_array(reader *r) {
  lua_newtable(r->L);
  skip_space(r);
  if (peek(r) == ']') {
    r->at++;
    return;
  }
  for (lua_Integer index = 1;; index++) {
    push_value(r);
    lua_rawseti(r->L, -2, index);
    skip_space(r);
    if (peek(r) == ']') break;
    expect(r, ',');
  }
  r->at++;
}

static void push_object(reader *r) {
  lua_newtable(r->L);
  skip_space(r);
  if (peek(r) == '}') {
    r->at++;
    return;
  }
  for (;;) {
    expect(r, '"');
    push_string(r);
    expect(r, ':');
    push_value(r);
    lua_rawset(r->L, -3);
    skip_space(r);
    if (peek(r) == '}') break;
    expect(r, ',');
  }
  r->at++;
}

static void push_value(reader *r) {
  if (++r->depth > DEEPEST) fail(r, "too deep");
  luaL_checkstack(r->L, 4, "JSON");
  skip_space(r);
  switch (peek(r)) {
    case '{': r->at++; push_object(r); break;
    case '[': r->at++; push_array(r); break;
    case '"': r->at++; push_string(r); break;
    case 't': expect_word(r, "true"); lua_pushboolean(r->L, 1); break;
    case 'f': expect_word(r, "false"); lua_pushboolean(r->L, 0); break;
    case 'n': expect_word(r, "null"); lua_pushnil(r->L); break;
    default: push_number(r);
  }
  r->depth--;
}

void bench_json_push(lua_State *L, const char *text, size_t length) {
  reader r = {.L = L, .at = text, .end = text + length};
  push_value(&r);
  skip_space(&r);
  if (r.at != r.end) fail(&r, "more than one value");
}
