/// string.find, match, gmatch and gsub over the matcher of matcher.c.
#include <string.h>

#include "library.h"

/// Whether a pattern's text contains nothing that means more than itself. May raise (the stop).
static bool is_plain(lua_State *L, const char *pattern, size_t length) {
  for (size_t i = 0; i < length; i++) {
    if ((i & 0xFFFF) == 0xFFFF) csb_tick(L);
    if (pattern[i] != '\0' && strchr("^$*+?.([%-", pattern[i]) != NULL) return false;
  }
  return true;
}

/// The first place in subject..<subject_end where `text` stands, or NULL. Pushes nothing; may
/// raise (the stop).
static const char *find_plain(lua_State *L, const char *subject, const char *subject_end,
                              const char *text, size_t length) {
  if (length == 0) return subject;
  size_t work = 0;
  for (const char *at = subject; (size_t)(subject_end - at) >= length; at++) {
    size_t starts = (size_t)(subject_end - at) - length + 1;
    size_t window = starts < CSB_TICK_BYTES ? starts : CSB_TICK_BYTES;
    const char *hit = memchr(at, *text, window);
    work += hit != NULL ? (size_t)(hit - at) + 1 : window;
    if (hit != NULL) {
      // Looking at the last byte first makes the usual miss cheap.
      if (hit[length - 1] == text[length - 1]) {
        if (memcmp(hit, text, length) == 0) return hit;
        work += length;
      }
      at = hit;
    } else {
      at += window - 1;
    }
    if (work >= CSB_TICK_BYTES) {
      csb_tick(L);
      work = 0;
    }
  }
  return NULL;
}

/// What find and match share. Pushes and returns the results; may raise.
static int search(lua_State *L, bool wants_range) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  size_t start = csb_start_position(luaL_optinteger(L, 3, 1), length) - 1;
  if (start > length) {
    luaL_pushfail(L);
    return 1;
  }
  if (wants_range && (lua_toboolean(L, 4) || is_plain(L, pattern, pattern_length))) {
    const char *found =
        find_plain(L, subject + start, subject + length, pattern, pattern_length);
    if (found == NULL) {
      luaL_pushfail(L);
      return 1;
    }
    lua_pushinteger(L, (found - subject) + 1);
    lua_pushinteger(L, (found - subject) + (lua_Integer)pattern_length);
    return 2;
  }
  csb_matcher matcher;
  csb_matcher_begin(L, &matcher, subject, length, pattern + pattern_length);
  bool anchored = *pattern == '^' && pattern_length > 0;
  if (anchored) pattern++;
  for (const char *at = subject + start; at <= matcher.subject_end; at++) {
    matcher.captures = 0;
    const char *end = csb_match(&matcher, at, pattern);
    if (end != NULL) {
      if (!wants_range) return csb_push_captures(&matcher, at, end);
      lua_pushinteger(L, (at - subject) + 1);
      lua_pushinteger(L, end - subject);
      return csb_push_captures(&matcher, NULL, NULL) + 2;
    }
    if (anchored) break;
  }
  luaL_pushfail(L);
  return 1;
}

/// string.find(s, pattern [, init [, plain]]). Returns nil, or start, end and captures. May raise.
int csb_string_find(lua_State *L) { return search(L, true); }

/// string.match(s, pattern [, init]). Returns nil, or the captures. May raise.
int csb_string_match(lua_State *L) { return search(L, false); }

/// The upvalues of a gmatch iterator. Only places are kept, never a matcher: each call starts with
/// a fresh one, so that an iterator called again after an error is as good as new.
///
/// The place is where the last match ended, before the first one -1 - start.
enum { ITERATOR_SUBJECT = 1, ITERATOR_PATTERN, ITERATOR_PLACE };

/// A gmatch iterator. Returns the captures of the next match, or nothing. May raise.
static int next_match(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = lua_tolstring(L, lua_upvalueindex(ITERATOR_SUBJECT), &length);
  const char *pattern = lua_tolstring(L, lua_upvalueindex(ITERATOR_PATTERN), &pattern_length);
  lua_Integer last_end = lua_tointeger(L, lua_upvalueindex(ITERATOR_PLACE));
  lua_Integer place = last_end < 0 ? -1 - last_end : last_end;
  csb_matcher matcher;
  csb_matcher_begin(L, &matcher, subject, length, pattern + pattern_length);
  for (; place <= (lua_Integer)length; place++) {
    matcher.captures = 0;
    const char *end = csb_match(&matcher, subject + place, pattern);
    if (end != NULL && end - subject != last_end) {
      lua_pushinteger(L, end - subject);
      lua_replace(L, lua_upvalueindex(ITERATOR_PLACE));
      return csb_push_captures(&matcher, subject + place, end);
    }
  }
  return 0;
}

/// string.gmatch(s, pattern [, init]). Returns an iterator. May raise.
int csb_string_gmatch(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  size_t start = csb_start_position(luaL_optinteger(L, 3, 1), length) - 1;
  lua_settop(L, 2);
  lua_pushinteger(L, -1 - (lua_Integer)(start > length ? length + 1 : start));
  lua_pushcclosure(L, next_match, 3);
  return 1;
}

/// Appends the replacement text (argument 3) for one match, with %0..%9 and %% put in. Pushes
/// nothing; may raise.
static void add_template(csb_matcher *m, csb_buffer *buffer, const char *start, const char *end) {
  lua_State *L = m->L;
  size_t length;
  const char *text = lua_tolstring(L, 3, &length);
  const char *text_end = text + length;
  for (const char *percent; (percent = memchr(text, '%', (size_t)(text_end - text))) != NULL;
       text = percent + 2) {
    csb_tick(L);
    csb_buffer_add(buffer, text, (size_t)(percent - text));
    char next = percent[1];
    if (next == '%') {
      csb_buffer_add_byte(buffer, '%');
    } else if (next == '0') {
      csb_buffer_add(buffer, start, (size_t)(end - start));
    } else if (next >= '1' && next <= '9') {
      csb_push_capture(m, next - '1', start, end);
      csb_buffer_add_value(buffer);
    } else {
      luaL_error(L, "invalid use of '%c' in replacement string", '%');
    }
  }
  csb_buffer_add(buffer, text, (size_t)(text_end - text));
}

/// Pushes the replacement that a function or table (argument 3) gives for one match. May raise.
static void push_answer(csb_matcher *m, const char *start, const char *end) {
  if (lua_type(m->L, 3) == LUA_TFUNCTION) {
    lua_pushvalue(m->L, 3);
    int count = csb_push_captures(m, start, end);
    lua_call(m->L, count, 1);
  } else {
    csb_push_capture(m, 0, start, end);
    lua_gettable(m->L, 3);
  }
}

/// string.gsub(s, pattern, replacement [, n]). Returns the new string and the number of matches.
/// Calls back into Lua; may raise.
int csb_string_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  int kind = lua_type(L, 3);
  lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1);
  luaL_argexpected(L,
                   kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION ||
                       kind == LUA_TTABLE,
                   3, "string/function/table");
  csb_check_stack(L);
  csb_matcher matcher;
  csb_matcher_begin(L, &matcher, subject, length, pattern + pattern_length);
  bool anchored = *pattern == '^' && pattern_length > 0;
  if (anchored) pattern++;
  csb_buffer buffer;
  csb_buffer_begin(L, &buffer);
  const char *at = subject;
  const char *copied = subject;  // what lies before is in the buffer
  const char *last_end = NULL;
  lua_Integer count = 0;
  bool changed = false;
  while (count < most) {
    matcher.captures = 0;
    const char *end = csb_match(&matcher, at, pattern);
    if (end != NULL && end != last_end) {
      count++;
      if (kind == LUA_TFUNCTION || kind == LUA_TTABLE) {
        push_answer(&matcher, at, end);
        if (!lua_toboolean(L, -1)) {
          lua_pop(L, 1);  // false and nil keep the match
        } else if (!lua_isstring(L, -1)) {
          luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
        } else {
          csb_buffer_add(&buffer, copied, (size_t)(at - copied));
          csb_buffer_add_value(&buffer);
          copied = end;
          changed = true;
        }
      } else {
        csb_buffer_add(&buffer, copied, (size_t)(at - copied));
        add_template(&matcher, &buffer, at, end);
        copied = end;
        changed = true;
      }
      at = last_end = end;
    } else if (at < matcher.subject_end) {
      at++;
    } else {
      break;
    }
    if (anchored) break;
  }
  if (changed) {
    csb_buffer_add(&buffer, copied, (size_t)(matcher.subject_end - copied));
    csb_buffer_push(&buffer);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}
