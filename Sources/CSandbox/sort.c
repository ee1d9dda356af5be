/// table.sort: the quicksort of Lua 5.4 step by step, because where elements compare equal the
/// order that scripts see is that of its steps. Deterministic also where stock Lua picks a pivot
/// by the clock.
#include "library.h"

/// Ranges above this size that split badly get a scattered pivot.
static const lua_Unsigned large_range = 100;

typedef lua_Unsigned place;

/// Stores the top at `first` and what is below it at `second`. Pops two; may raise.
static void store_two(lua_State *L, place first, place second) {
  lua_seti(L, 1, (lua_Integer)first);
  lua_seti(L, 1, (lua_Integer)second);
}

/// The list is argument 1.
typedef struct {
  lua_State *L;
  bool has_order;  ///< argument 2 is a comparator
} sorting;

/// Whether the value at stack index `a` sorts before that at `b` (both negative). Calls the
/// comparator or __lt. Pushes nothing; may raise.
static inline bool comes_before(const sorting *s, int a, int b) {
  lua_State *L = s->L;
  csb_tick(L);
  if (!s->has_order) return lua_compare(L, a, b, LUA_OPLT);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, a - 1);
  lua_pushvalue(L, b - 2);
  lua_call(L, 2, 1);
  bool before = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return before;
}

/// Swaps list[low] and list[high] if they are the wrong way round. Pushes nothing; may raise.
static void order_pair(const sorting *s, place low, place high) {
  lua_State *L = s->L;
  lua_geti(L, 1, (lua_Integer)low);
  lua_geti(L, 1, (lua_Integer)high);
  if (comes_before(s, -1, -2)) {
    store_two(L, low, high);
  } else {
    lua_pop(L, 2);
  }
}

/// Orders list[low], list[middle], list[high], of which the outer two are in order already.
/// Pushes nothing; may raise.
static void order_middle(const sorting *s, place low, place middle, place high) {
  lua_State *L = s->L;
  lua_geti(L, 1, (lua_Integer)middle);
  lua_geti(L, 1, (lua_Integer)low);
  if (comes_before(s, -2, -1)) {
    store_two(L, middle, low);
    return;
  }
  lua_pop(L, 1);
  lua_geti(L, 1, (lua_Integer)high);
  if (comes_before(s, -1, -2)) {
    store_two(L, middle, high);
  } else {
    lua_pop(L, 2);
  }
}

/// Splits low..high by the pivot, which is on top and at list[high - 1]. Pops the pivot. Returns
/// where it ends up. May raise (an order that is none, too).
static place split(const sorting *s, place low, place high) {
  lua_State *L = s->L;
  place i = low, j = high - 1;
  for (;;) {
    while (lua_geti(L, 1, (lua_Integer)++i), comes_before(s, -1, -2)) {
      if (i == high - 1) luaL_error(L, "invalid order function for sorting");
      lua_pop(L, 1);
    }
    while (lua_geti(L, 1, (lua_Integer)--j), comes_before(s, -3, -1)) {
      if (j < i) luaL_error(L, "invalid order function for sorting");
      lua_pop(L, 1);
    }
    if (j < i) {
      lua_pop(L, 1);
      store_two(L, high - 1, i);
      return i;
    }
    store_two(L, i, j);
  }
}

/// Sorts list[low..high]: loops on the larger part, recurses into the smaller (so at most 31
/// levels). `scatter` is 0 until a range split badly. Pushes nothing; may raise.
static void sort_range(const sorting *s, place low, place high, place scatter) {
  lua_State *L = s->L;
  while (low < high) {
    order_pair(s, low, high);
    if (high - low == 1) return;
    place pivot = low + (high - low) / 2;
    if (scatter != 0 && high - low > large_range) {
      place quarter = (high - low) / 4;
      pivot = low + quarter + scatter % (quarter * 2);
    }
    order_middle(s, low, pivot, high);
    if (high - low == 2) return;
    lua_geti(L, 1, (lua_Integer)pivot);
    lua_pushvalue(L, -1);
    lua_geti(L, 1, (lua_Integer)(high - 1));
    store_two(L, pivot, high - 1);
    place middle = split(s, low, high);
    place smaller;
    if (middle - low < high - middle) {
      sort_range(s, low, middle - 1, scatter);
      smaller = middle - low;
      low = middle + 1;
    } else {
      sort_range(s, middle + 1, high, scatter);
      smaller = high - middle;
      high = middle - 1;
    }
    // Another odd multiple each time: an input made against one pivot meets the next.
    if ((high - low) / 128 > smaller) scatter = scatter * 0x5851F42D4C957F2D + 0x14057B7EF767814F;
  }
}

/// table.sort(list [, comp]). Returns nothing. Calls back; may raise.
int csb_table_sort(lua_State *L) {
  lua_Integer length = csb_table_length(L, CSB_NEEDS_READ | CSB_NEEDS_WRITE);
  if (length > 1) {
    luaL_argcheck(L, length < INT_MAX, 1, "array too big");
    if (!lua_isnoneornil(L, 2)) luaL_checktype(L, 2, LUA_TFUNCTION);
    lua_settop(L, 2);
    sorting sorting = {.L = L, .has_order = !lua_isnil(L, 2)};
    sort_range(&sorting, 1, (place)length, 0);
  }
  return 0;
}
