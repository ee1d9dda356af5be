#include <string.h>

#include "world.h"

// When an index fails, Lua 5.4.4 names the culprit by following the expression back, one C call
// and one scan of the function a step: `t.x.x.x...` in 64 KiB of source takes a second and more
// than a megabyte of C stack. Such chains are refused before they can run. They are found in the
// text, because Lua offers no look at its code.

enum {
  LONGEST_CHAIN = 100,
  DEEPEST_NESTING = 250,  // Lua's parser gives up at 200
};

typedef struct {
  const char *at;
  const char *end;
  int line;
} reader;

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static char peek(const reader *r, size_t ahead) {
  return (size_t)(r->end - r->at) > ahead ? r->at[ahead] : '\0';
}

/// Steps over one byte, counting lines.
static void step(reader *r) {
  if (*r->at++ == '\n') r->line += 1;
}

/// Steps over `[[...]]` or `[==[...]==]` when one begins here. Returns whether it did.
static bool skip_long(reader *r) {
  size_t level = 0;
  while (peek(r, 1 + level) == '=') level += 1;
  if (peek(r, 0) != '[' || peek(r, 1 + level) != '[') return false;
  for (r->at += level + 2; r->at < r->end; step(r)) {
    if (*r->at != ']') continue;
    size_t closing = 0;
    while (peek(r, 1 + closing) == '=') closing += 1;
    if (closing == level && peek(r, 1 + closing) == ']') {
      r->at += level + 2;
      return true;
    }
  }
  return true;
}

static void skip_comment(reader *r) {
  r->at += 2;
  if (skip_long(r)) return;
  while (r->at < r->end && *r->at != '\n') r->at += 1;
}

static void skip_quoted(reader *r) {
  char quote = *r->at++;
  while (r->at < r->end && *r->at != quote) {
    if (*r->at == '\\' && r->at + 1 < r->end) step(r);
    step(r);
  }
  if (r->at < r->end) r->at += 1;
}

int csb_find_long_chain(const char *source, size_t length) {
  reader reading = {.at = source, .end = source + length, .line = 1};
  reader *r = &reading;
  int outer[DEEPEST_NESTING] = {0};
  int depth = 0;
  int steps = 0;               // of the chain in work
  bool is_after_dot = false;
  while (r->at < r->end) {
    char c = *r->at;
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      step(r);
    } else if (c == '-' && peek(r, 1) == '-') {
      skip_comment(r);
    } else if (is_letter(c)) {
      while (r->at < r->end && (is_letter(*r->at) || is_digit(*r->at))) r->at += 1;
      steps = is_after_dot ? steps + 1 : 0;
      is_after_dot = false;
    } else if (c == '.' && peek(r, 1) != '.' && !is_digit(peek(r, 1))) {
      is_after_dot = true;
      r->at += 1;
    } else if (c == '"' || c == '\'') {
      skip_quoted(r);
      steps = 0;
    } else if (c == '[' && (peek(r, 1) == '[' || peek(r, 1) == '=') && skip_long(r)) {
      steps = 0;
    } else if (c == '[' || c == '(' || c == '{') {
      if (depth == DEEPEST_NESTING) return 0;  // the parser will refuse it
      outer[depth++] = c == '[' ? steps : 0;
      steps = 0;
      r->at += 1;
    } else if (c == ']' || c == ')' || c == '}') {
      // An index counts with what led to it; parentheses hand on what they hold.
      if (depth > 0) depth -= 1;
      if (c == ']') steps += outer[depth] + 1;
      if (c == '}') steps = 0;
      r->at += 1;
    } else if (is_digit(c) || (c == '.' && is_digit(peek(r, 1)))) {
      while (r->at < r->end && (is_letter(*r->at) || is_digit(*r->at) || *r->at == '.')) r->at += 1;
      steps = 0;
    } else {
      while (r->at < r->end && *r->at == '.') r->at += 1;
      if (c != '.') r->at += 1;
      steps = 0;
      is_after_dot = false;
    }
    if (steps > LONGEST_CHAIN) return r->line;
  }
  return 0;
}
