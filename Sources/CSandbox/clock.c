/// os.time, os.date, os.difftime and os.clock over the run's clocks. The time zone is the
/// process's (TZ), names of days and months are those of the C locale.
#if defined(__linux__)
#define _GNU_SOURCE  // gmtime_r
#endif

#include <limits.h>
#include <string.h>
#include <time.h>

#include "library.h"

/// Whole seconds since 1970 now. Pushes nothing; may raise (outside a handler).
static time_t current_time(lua_State *L, const char *name) {
  csb_require_handler(L, name);
  double now = csb_clock_now(L);
  time_t seconds = (time_t)now;
  return (double)seconds > now ? seconds - 1 : seconds;
}

/// The time given as argument `argument`. Pushes nothing; may raise.
static time_t check_time(lua_State *L, int argument) {
  lua_Integer seconds = luaL_checkinteger(L, argument);
  luaL_argcheck(L, (time_t)seconds == seconds, argument, "time out-of-bounds");
  return (time_t)seconds;
}

/// Sets an integer field of the table on top. Pushes nothing; may raise.
static void set_field(lua_State *L, const char *name, int value, lua_Integer base) {
  lua_pushinteger(L, value + base);
  lua_setfield(L, -2, name);
}

/// Sets the fields of a date in the table on top. Pushes nothing; may raise.
static void set_date(lua_State *L, const struct tm *date) {
  set_field(L, "year", date->tm_year, 1900);
  set_field(L, "month", date->tm_mon, 1);
  set_field(L, "day", date->tm_mday, 0);
  set_field(L, "hour", date->tm_hour, 0);
  set_field(L, "min", date->tm_min, 0);
  set_field(L, "sec", date->tm_sec, 0);
  set_field(L, "yday", date->tm_yday, 1);
  set_field(L, "wday", date->tm_wday, 1);
  if (date->tm_isdst >= 0) {
    lua_pushboolean(L, date->tm_isdst);
    lua_setfield(L, -2, "isdst");
  }
}

/// An integer field of the table on top, less `base`; `otherwise` where it is nil, and an error
/// if that is negative. Pushes nothing; may raise.
static int get_field(lua_State *L, const char *name, int otherwise, int base) {
  int type = lua_getfield(L, -1, name);
  int is_integer;
  lua_Integer value = lua_tointegerx(L, -1, &is_integer);
  if (!is_integer) {
    if (type != LUA_TNIL) return luaL_error(L, "field '%s' is not an integer", name);
    if (otherwise < 0) return luaL_error(L, "field '%s' missing in date table", name);
    value = otherwise;
  } else {
    bool fits = value >= 0 ? value - base <= INT_MAX : value >= INT_MIN + base;
    if (!fits) return luaL_error(L, "field '%s' is out-of-bound", name);
    value -= base;
  }
  lua_pop(L, 1);
  return (int)value;
}

/// os.time([table]). Returns one integer; normalises the table's fields. May raise.
static int os_time(lua_State *L) {
  time_t result;
  if (lua_isnoneornil(L, 1)) {
    result = current_time(L, "os.time");
  } else {
    struct tm date = {0};
    luaL_checktype(L, 1, LUA_TTABLE);
    csb_check_stack(L);  // the table may have metamethods
    lua_settop(L, 1);
    date.tm_year = get_field(L, "year", -1, 1900);
    date.tm_mon = get_field(L, "month", -1, 1);
    date.tm_mday = get_field(L, "day", -1, 0);
    date.tm_hour = get_field(L, "hour", 12, 0);
    date.tm_min = get_field(L, "min", 0, 0);
    date.tm_sec = get_field(L, "sec", 0, 0);
    date.tm_isdst = lua_getfield(L, -1, "isdst") == LUA_TNIL ? -1 : lua_toboolean(L, -1);
    lua_pop(L, 1);
    csb_begin_system_call(L);
    result = mktime(&date);
    csb_end_system_call(L);
    set_date(L, &date);
  }
  if (result == (time_t)-1)
    return luaL_error(L, "time result cannot be represented in this installation");
  lua_pushinteger(L, (lua_Integer)result);
  return 1;
}

/// The conversions that os.date accepts, in groups by their length.
static const struct {
  size_t length;
  const char *letters;
} conversions[] = {
    {1, "aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%"},
    {2, "EcECExEXEyEY"
        "OdOeOHOIOmOMOSOuOUOVOwOWOy"},
};

/// The length of the conversion at `place`. Pushes nothing; may raise (there is no such one).
static size_t check_conversion(lua_State *L, const char *place, size_t left) {
  for (size_t group = 0; group < sizeof conversions / sizeof *conversions; group++) {
    size_t length = conversions[group].length;
    if (length > left) break;
    for (const char *known = conversions[group].letters; *known != '\0'; known += length) {
      if (memcmp(known, place, length) == 0) return length;
    }
  }
  luaL_argerror(L, 1, lua_pushfstring(L, "invalid conversion specifier '%%%s'", place));
  return 0;
}

/// os.date([format [, time]]). Returns a string, or a table for "*t". May raise.
static int os_date(lua_State *L) {
  size_t length;
  const char *format = luaL_optlstring(L, 1, "%c", &length);
  time_t time =
      lua_isnoneornil(L, 2) ? current_time(L, "os.date") : check_time(L, 2);
  const char *end = format + length;
  bool universal = *format == '!';
  if (universal) format++;
  struct tm date;
  csb_begin_system_call(L);
  bool is_done = (universal ? gmtime_r(&time, &date) : localtime_r(&time, &date)) != NULL;
  csb_end_system_call(L);
  if (!is_done)
    return luaL_error(L, "date result cannot be represented in this installation");
  if (strcmp(format, "*t") == 0) {
    lua_createtable(L, 0, 9);
    set_date(L, &date);
    return 1;
  }
  csb_buffer buffer;
  csb_buffer_begin(L, &buffer);
  while (format < end) {
    csb_tick(L);
    if (*format != '%') {
      csb_buffer_add_byte(&buffer, *format++);
      continue;
    }
    format++;
    size_t conversion_length = check_conversion(L, format, (size_t)(end - format));
    char conversion[4] = {'%'};
    memcpy(conversion + 1, format, conversion_length);
    format += conversion_length;
    const size_t longest = 250;
    char *room = csb_buffer_room(&buffer, longest);
    csb_begin_system_call(L);
    buffer.length += strftime(room, longest, conversion, &date);
    csb_end_system_call(L);
  }
  csb_buffer_push(&buffer);
  return 1;
}

/// os.difftime(t2, t1). Returns seconds as a float. May raise.
static int os_difftime(lua_State *L) {
  time_t later = check_time(L, 1);
  time_t earlier = check_time(L, 2);
  lua_pushnumber(L, (lua_Number)difftime(later, earlier));
  return 1;
}

/// os.clock(). Returns the seconds of the run as a float. May raise (outside a handler).
static int os_clock(lua_State *L) {
  csb_require_handler(L, "os.clock");
  lua_pushnumber(L, (lua_Number)csb_clock_elapsed(L));
  return 1;
}

/// See internal.h. Pushes nothing; may raise.
void csb_open_clock(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"clock", os_clock},
      {"date", os_date},
      {"difftime", os_difftime},
      {"time", os_time},
      {NULL, NULL},
  };
  luaL_newlib(L, functions);
  csb_library_set(L, "os");
}
