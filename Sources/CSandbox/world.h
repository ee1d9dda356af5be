/// The world's own structure, for the files that make up its core. The library rooms (strings,
/// tables, math, clock) see internal.h only.
#ifndef CSB_WORLD_H
#define CSB_WORLD_H

#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>

#include "arena.h"
#include "internal.h"

enum {
  CSB_CHAIN_LENGTH = 256,    ///< coroutines inside each other; Lua itself stops at 200
  CSB_FRAMES = 32,           ///< frames kept of a traceback
  CSB_FRAME_TEXT = 64,       ///< bytes of a file or function name in a frame, end included
  CSB_MESSAGE_BYTES = 8192,  ///< longest error message kept, longer ones are cut
  CSB_DEEPEST_VALUE = 200,   ///< ceiling of settings.value_depth and of values from the host
  CSB_REFUSALS = 16,         ///< refusals that a script may catch before memory is over for good
};

/// What the registry holds at fixed places, beside Lua's own two.
enum {
  CSB_REGISTRY_RUNNER = LUA_RIDX_LAST + 1,  ///< the coroutine that handlers run in
  CSB_REGISTRY_ARRAY_MARK,                  ///< the metatable of json.array
  CSB_REGISTRY_MODULES,                     ///< what require returned, by module name
  CSB_REGISTRY_HANDLE,                      ///< three entries in the order of csb_entry
  CSB_REGISTRY_EXPIRE,
  CSB_REGISTRY_UNDELIVERED,
};

/// Bytes that grow, counted against the cap.
typedef struct {
  uint8_t *bytes;
  size_t length;
  size_t capacity;
  size_t values;  ///< in the list, those inside tables as well
  size_t copies;  ///< bytes charged for what the host makes of them
} csb_bytes;

/// Where the world stands in its life; calls out of order are refused, not undefined.
typedef enum {
  CSB_LIFE_CREATED,
  CSB_LIFE_LOADED,
  CSB_LIFE_RUNNING,
  CSB_LIFE_WAITING,
  CSB_LIFE_ENDED,
} csb_life;

/// A copied frame and the texts that its csb_frame points at.
typedef struct {
  char file[CSB_FRAME_TEXT];
  char function[CSB_FRAME_TEXT];
  int line;
} csb_frame_text;

/// A step on the way to the value that is being encoded.
typedef struct {
  const void *table;            ///< the table at this depth, to recognise cycles
  const char *key; ///< its member in work, NULL for an array's item
  size_t key_length;
  lua_Integer index;
} csb_step;

/// What is kept of an error. Most worlds never have one, and this is larger than all else.
typedef struct {
  char message[CSB_MESSAGE_BYTES];
  csb_frame_text frame_texts[CSB_FRAMES];
  csb_frame frames[CSB_FRAMES];
} csb_error_room;

struct csb_world {
  csb_ending ending;  ///< see internal.h; first
  lua_State *L;       ///< the main state: never runs a script, only holds the world
  lua_State *runner;  ///< the coroutine that top levels and handlers run in
  csb_arena arena;
  csb_life life;
  bool sealed;

  // What the host gave.
  csb_host host;
  void *context;
  const csb_function *functions;
  size_t function_count;
  const csb_constant *constants;  ///< the host's own, while the world is built
  size_t constant_count;
  size_t value_bytes;
  uint32_t value_depth;
  bool poll;
  const csb_source *sources;  ///< the host's own, for require
  size_t source_count;
  csb_run_settings run;
  uint64_t random[4];

  // The run.
  _Atomic bool stop_seen;
  _Atomic bool abandoned;           ///< csb_abandon: the signal leaves the run where it stands
  volatile sig_atomic_t can_leave;  ///< `guard` is set and Lua runs above it
  unsigned caught_refusals;
  bool caught_refusal;           ///< the error last caught was a refusal
  bool raises_refusal_again;     ///< one that was caught is on its way again, out of a coroutine
  bool waiting;                  ///< the coroutine that yields does so for the host
  csb_verdict verdict;           ///< what csb_resume brought
  unsigned offers;               ///< bit per csb_entry
  csb_entry entry;
  lua_State *chain[CSB_CHAIN_LENGTH];  ///< coroutines from the runner to the running one
  volatile sig_atomic_t depth;         ///< index of the running one; -1 outside a run
  jmp_buf guard;                       ///< where a panic lands

  csb_bytes arguments;
  csb_bytes reply;
  bool reply_refused;  ///< the cap refused the host room for its reply
  csb_bytes result;
  csb_step *path;  ///< value_depth + 2 steps

  // The error.
  csb_error_room *error;  ///< NULL until there is one to keep
  size_t message_length;
  size_t frame_count;
  const void *traced;  ///< the error value whose frames are kept; NULL: none
  bool traced_stop;    ///< the frames kept are those of the stop

  // Light C functions that were asked for an identity, in the order of asking; NULL until one is.
  lua_CFunction *identified;
  size_t identified_count;
};

// ---- stop.c ---------------------------------------------------------------------------------

/// Marks the calling thread as inside `world` (NULL: outside). Never raises.
void csb_enter(csb_world *world);

/// Arms the hook in every coroutine of the chain. Async-signal-safe on the world's own thread.
void csb_arm(csb_world *world);

/// Raises the stop, uncatchable by the script; keeps where the script stood. Does not return.
int csb_raise_stop(lua_State *L);

/// To be called when a protected call ended with an error: counts caught refusals, passes a stop
/// on. May raise (the stop only).
void csb_pass_on(lua_State *L, int status);

/// Whether an error of this status is a refusal of the allocator, and not a script's own error with
/// the same text. Never raises.
bool csb_is_refusal(const csb_world *world, int status);

/// The count hook of polling worlds, from the start of each coroutine. Never raises.
void csb_poll(csb_world *world, lua_State *L);

// ---- trace.c --------------------------------------------------------------------------------

/// Keeps the Lua frames of the chain, innermost first, for the error value at the top of L's stack.
/// Pushes nothing, never raises.
void csb_keep_trace(csb_world *world, lua_State *L);

/// A message handler that keeps the trace and returns the error as it is. Never raises.
int csb_trace_handler(lua_State *L);

/// Renders the error value at the top of L and, unless already kept, its frames. Runs no script
/// code, pushes nothing, never raises.
void csb_keep_error(csb_world *world, lua_State *L);

/// Makes the room for an error, once. NULL: the system has no memory, and the error stays without
/// message and frames. Never raises.
csb_error_room *csb_error_room_of(csb_world *world);

/// Sets a message of the host's own, without frames. Never raises.
void csb_keep_message(csb_world *world, const char *message);

// ---- bytes.c, encode.c, decode.c ----------------------------------------------------------------

/// Makes room for `more` bytes behind buffer->length. False: the cap or the system refused.
bool csb_bytes_reserve(csb_world *world, csb_bytes *buffer, size_t more);

/// Gives the buffer's memory back. Never raises.
void csb_bytes_release(csb_world *world, csb_bytes *buffer);

/// Gives back what was charged for the host's copies of a list, once it has let go of them.
void csb_bytes_forget_copies(csb_world *world, csb_bytes *buffer);

/// Raises Lua's own out-of-memory error without allocating. Does not return.
int csb_raise_memory(lua_State *L);

/// Empties the buffer and starts a list of `count` values in it. May raise (out of memory).
void csb_list_begin(lua_State *L, csb_bytes *buffer, uint32_t count);

/// Appends the value at `index` in the way that the parameter letter says. Follows no metatable,
/// pushes nothing. What has no faithful form becomes CSB_TAG_INVALID. May raise (out of memory).
void csb_encode(lua_State *L, csb_bytes *buffer, int index, char letter);

/// Pushes the values of an encoded list and returns their number. CSB_TAG_ARGUMENT n pushes the
/// value at stack index n + 1, nil where there was none. May raise (out of memory, malformed).
int csb_decode_list(lua_State *L, const uint8_t *bytes, size_t length);

/// Pushes one encoded value. May raise (out of memory, malformed bytes).
void csb_decode(lua_State *L, const uint8_t *bytes, size_t length);

/// The address behind json.null.
void *csb_null(void);

// ---- chains.c -------------------------------------------------------------------------------

/// The line of the first expression with more than a hundred index steps, 0 when there is none.
/// Never raises.
int csb_find_long_chain(const char *source, size_t length);

// ---- load.c ---------------------------------------------------------------------------------

/// Runs a handler file's top level and keeps its entries. Argument 1: light userdata, the
/// source. Returns nothing. May raise.
int csb_run_top_level(lua_State *L);

/// require. Pops nothing, returns the module's value and its file. May raise, may yield.
int csb_require(lua_State *L);

#endif
