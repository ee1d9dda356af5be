/// Lua patterns, matched by backtracking over the pattern's text as it stands: a malformed part
/// raises only when the match reaches it, as in stock Lua.
///
/// Every item and every byte looked at is a step; csb_tick is called each 256 steps, so that a
/// stop leaves the worst pattern within microseconds. Recursion is bounded by 200 levels.
#include <string.h>

#include "library.h"

/// Nesting of captures and repetitions in one match before "pattern too complex".
static const int deepest_match = 200;

/// Counts one step. May raise (the stop).
static inline void step(csb_matcher *m) {
  if ((++m->steps & 0xFF) == 0) csb_tick(m->L);
}

// ---- Classes: those of the C locale whatever the host has set -------------------------------

static inline bool is_lower(unsigned c) { return c - 'a' < 26; }
static inline bool is_upper(unsigned c) { return c - 'A' < 26; }
static inline bool is_alpha(unsigned c) { return (c | 0x20) - 'a' < 26; }
static inline bool is_digit(unsigned c) { return c - '0' < 10; }
static inline bool is_graphic(unsigned c) { return c - 0x21 < 0x5E; }

/// Whether byte `c` belongs to the class of a letter after "%"; an upper-case letter is the
/// complement, and what names no class stands for itself. Never raises.
static bool in_class(unsigned c, unsigned letter) {
  bool member;
  switch (is_upper(letter) ? letter | 0x20 : letter) {
    case 'a': member = is_alpha(c); break;
    case 'c': member = c < 0x20 || c == 0x7F; break;
    case 'd': member = is_digit(c); break;
    case 'g': member = is_graphic(c); break;
    case 'l': member = is_lower(c); break;
    case 'p': member = is_graphic(c) && !is_alpha(c) && !is_digit(c); break;
    case 's': member = c == ' ' || c - '\t' < 5; break;
    case 'u': member = is_upper(c); break;
    case 'w': member = is_alpha(c) || is_digit(c); break;
    case 'x': member = is_digit(c) || (c | 0x20) - 'a' < 6; break;
    case 'z': member = c == 0; break;  // kept from Lua 5.1
    default: return c == letter;
  }
  return is_upper(letter) ? !member : member;
}

/// Whether byte `c` belongs to the set whose text lies between `open` ("[") and `close` ("]").
/// May raise (the stop).
static bool in_set(csb_matcher *m, unsigned c, const char *open, const char *close) {
  const char *p = open + 1;
  bool wanted = true;
  if (*p == '^') {
    wanted = false;
    p++;
  }
  for (; p < close; p++) {
    step(m);
    if (*p == '%') {
      p++;
      if (in_class(c, (unsigned char)*p)) return wanted;
    } else if (p[1] == '-' && p + 2 < close) {
      if ((unsigned char)*p <= c && c <= (unsigned char)p[2]) return wanted;
      p += 2;
    } else if ((unsigned char)*p == c) {
      return wanted;
    }
  }
  return !wanted;
}

/// The end of the single item at `p`: one byte, "%x" or a set. May raise (malformed, the stop).
static const char *item_end(csb_matcher *m, const char *p) {
  char first = *p++;
  if (first == '%') {
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (ends with '%%')");
    return p + 1;
  }
  if (first != '[') return p;
  if (*p == '^') p++;
  do {  // a "]" that comes first is a member
    step(m);
    if (p == m->pattern_end) luaL_error(m->L, "malformed pattern (missing ']')");
    if (*p++ == '%' && p < m->pattern_end) p++;
  } while (*p != ']');
  return p + 1;
}

/// Whether the single item item..<end matches the byte at `s`. May raise (the stop).
static inline bool matches_one(csb_matcher *m, const char *s, const char *item, const char *end) {
  if (s >= m->subject_end) return false;
  unsigned c = (unsigned char)*s;
  switch (*item) {
    case '.': return true;
    case '%': return in_class(c, (unsigned char)item[1]);
    case '[': return in_set(m, c, item, end - 1);
    default: return (unsigned char)*item == c;
  }
}

// ---- Items that are more than one byte ------------------------------------------------------

/// "%bxy" with x at `p`: the end of the balanced run at `s`, or NULL. May raise.
static const char *match_balance(csb_matcher *m, const char *s, const char *p) {
  if (p + 1 >= m->pattern_end)
    luaL_error(m->L, "malformed pattern (missing arguments to '%%b')");
  if (*s != *p) return NULL;
  char open = p[0], close = p[1];
  int depth = 1;
  for (s++; s < m->subject_end; s++) {
    step(m);
    if (*s == close) {
      if (--depth == 0) return s + 1;
    } else if (*s == open) {
      depth++;
    }
  }
  return NULL;
}

/// "%f[set]" with "[" at `p`: whether a frontier lies at `s`. May raise.
static bool at_frontier(csb_matcher *m, const char *s, const char *p, const char *end) {
  unsigned before = s == m->subject ? 0 : (unsigned char)s[-1];
  return !in_set(m, before, p, end - 1) && in_set(m, (unsigned char)*s, p, end - 1);
}

/// A back reference: the end of the repetition of capture `digit` at `s`, or NULL. May raise.
static const char *match_back(csb_matcher *m, const char *s, char digit) {
  int index = digit - '1';
  if (index < 0 || index >= m->captures || m->capture[index].length == CSB_CAPTURE_OPEN)
    luaL_error(m->L, "invalid capture index %%%d", index + 1);
  // A position capture has no text, so nothing repeats it.
  if (m->capture[index].length == CSB_CAPTURE_POSITION) return NULL;
  size_t length = (size_t)m->capture[index].length;
  if ((size_t)(m->subject_end - s) < length) return NULL;
  if (length >= 1024) csb_tick(m->L);  // the comparison is no single step
  return memcmp(m->capture[index].start, s, length) == 0 ? s + length : NULL;
}

/// Opens a capture (or notes a position) and goes on at `p`. Takes it back on failure. May raise.
static const char *open_capture(csb_matcher *m, const char *s, const char *p, ptrdiff_t mark) {
  if (m->captures >= CSB_MAX_CAPTURES) luaL_error(m->L, "too many captures");
  m->capture[m->captures].start = s;
  m->capture[m->captures].length = mark;
  m->captures++;
  const char *end = csb_match(m, s, p);
  if (end == NULL) m->captures--;
  return end;
}

/// Closes the innermost open capture and goes on at `p`. Reopens it on failure. May raise.
static const char *close_capture(csb_matcher *m, const char *s, const char *p) {
  int index = m->captures - 1;
  while (index >= 0 && m->capture[index].length != CSB_CAPTURE_OPEN) index--;
  if (index < 0) luaL_error(m->L, "invalid pattern capture");
  m->capture[index].length = s - m->capture[index].start;
  const char *end = csb_match(m, s, p);
  if (end == NULL) m->capture[index].length = CSB_CAPTURE_OPEN;
  return end;
}

/// "*" and "+": as many as there are, then fewer. `s` is after those that must match. May raise.
static const char *repeat_greedily(csb_matcher *m, const char *s, const char *item,
                                   const char *end) {
  const char *last = s;
  while (matches_one(m, last, item, end)) {
    step(m);
    last++;
  }
  for (;; last--) {
    step(m);
    const char *found = csb_match(m, last, end + 1);
    if (found != NULL) return found;
    if (last == s) return NULL;
  }
}

/// "-": as few as will do. May raise.
static const char *repeat_lazily(csb_matcher *m, const char *s, const char *item,
                                 const char *end) {
  for (;; s++) {
    step(m);
    const char *found = csb_match(m, s, end + 1);
    if (found != NULL) return found;
    if (!matches_one(m, s, item, end)) return NULL;
  }
}

// ---- The match ------------------------------------------------------------------------------

/// csb_match without the count of levels: goes along the pattern, and down one level only where
/// it may have to come back. May raise.
static const char *match_along(csb_matcher *m, const char *s, const char *p) {
  while (p != m->pattern_end) {
    step(m);
    switch (*p) {
      case '(':
        if (p[1] == ')') return open_capture(m, s, p + 2, CSB_CAPTURE_POSITION);
        return open_capture(m, s, p + 1, CSB_CAPTURE_OPEN);
      case ')':
        return close_capture(m, s, p + 1);
      case '$':
        if (p + 1 != m->pattern_end) break;
        return s == m->subject_end ? s : NULL;
      case '%':
        if (p[1] == 'b') {
          s = match_balance(m, s, p + 2);
          if (s == NULL) return NULL;
          p += 4;
          continue;
        }
        if (p[1] == 'f') {
          p += 2;
          if (*p != '[') luaL_error(m->L, "missing '[' after '%%f' in pattern");
          const char *end = item_end(m, p);
          if (!at_frontier(m, s, p, end)) return NULL;
          p = end;
          continue;
        }
        if (is_digit((unsigned char)p[1])) {
          s = match_back(m, s, p[1]);
          if (s == NULL) return NULL;
          p += 2;
          continue;
        }
        break;
      default:
        break;
    }
    const char *end = item_end(m, p);
    bool matched = matches_one(m, s, p, end);
    switch (*end) {
      case '?': {
        const char *found = matched ? csb_match(m, s + 1, end + 1) : NULL;
        if (found != NULL) return found;
        p = end + 1;
        continue;
      }
      case '+':
        return matched ? repeat_greedily(m, s + 1, p, end) : NULL;
      case '*':
        if (matched) return repeat_greedily(m, s, p, end);
        p = end + 1;
        continue;
      case '-':
        if (matched) return repeat_lazily(m, s, p, end);
        p = end + 1;
        continue;
      default:
        if (!matched) return NULL;
        s++;
        p = end;
    }
  }
  return s;
}

/// See library.h. Pushes nothing; may raise.
const char *csb_match(csb_matcher *m, const char *s, const char *p) {
  if (m->depth_left-- == 0) luaL_error(m->L, "pattern too complex");
  const char *end = match_along(m, s, p);
  m->depth_left++;
  return end;
}

/// See library.h. Never raises.
void csb_matcher_begin(lua_State *L, csb_matcher *m, const char *subject, size_t length,
                       const char *pattern_end) {
  m->L = L;
  m->subject = subject;
  m->subject_end = subject + length;
  m->pattern_end = pattern_end;
  m->steps = 0;
  m->depth_left = deepest_match;
  m->captures = 0;
}

/// See library.h. Pushes one value; may raise.
void csb_push_capture(csb_matcher *m, int index, const char *start, const char *end) {
  if (index >= m->captures) {
    if (index != 0) luaL_error(m->L, "invalid capture index %%%d", index + 1);
    lua_pushlstring(m->L, start, (size_t)(end - start));
    return;
  }
  ptrdiff_t length = m->capture[index].length;
  if (length == CSB_CAPTURE_OPEN) luaL_error(m->L, "unfinished capture");
  if (length == CSB_CAPTURE_POSITION) {
    lua_pushinteger(m->L, (lua_Integer)(m->capture[index].start - m->subject) + 1);
  } else {
    lua_pushlstring(m->L, m->capture[index].start, (size_t)length);
  }
}

/// See library.h. Pushes what it returns; may raise.
int csb_push_captures(csb_matcher *m, const char *start, const char *end) {
  int count = m->captures == 0 && start != NULL ? 1 : m->captures;
  // A C function has room for LUA_MINSTACK values; its own are few.
  if (count > LUA_MINSTACK / 2) luaL_checkstack(m->L, count, "too many captures");
  for (int index = 0; index < count; index++) csb_push_capture(m, index, start, end);
  return count;
}
