/// CSandbox: one Lua world in one arena.
///
/// Everything that may raise a Lua error lives behind this header, because a Lua error is a
/// longjmp and must not cross a Swift frame. No function here lets one out. Prefix: csb_.
///
/// Life of a world: csb_world_create, csb_load (runs the handler file's top level, sealed),
/// csb_freeze (takes the picture), then any number of csb_rewind, csb_start, csb_resume..., and
/// csb_world_destroy. A world that was never frozen serves one csb_start after csb_load.
///
/// A world is used by one thread at a time; only csb_stop may be called from any thread.
#ifndef CSANDBOX_H
#define CSANDBOX_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define CSB_NULLABLE _Nullable
#else
#define CSB_NULLABLE
#endif

typedef struct csb_world csb_world;

/// How csb_load, csb_start and csb_resume end.
typedef enum {
  CSB_RETURNED = 0,   ///< ended; csb_result holds the returned values
  CSB_WAITING,        ///< a host call waits; write the reply, then csb_resume
  CSB_RAISED,         ///< ended with a script error; see csb_error
  CSB_STOPPED,        ///< stopped by csb_stop; csb_stop_reason_of tells by which reason
  CSB_OUT_OF_MEMORY,  ///< the cap refused an allocation that the script could not do without
} csb_status;

/// Why a world was told to stop. The first reason given stays.
typedef enum {
  CSB_STOP_NONE = 0,
  CSB_STOP_DEADLINE,
  CSB_STOP_CANCELLED,
  CSB_STOP_HOST,  ///< the host ends the invocation (authentication refused, diverged steps)
} csb_stop_reason;

/// What a function of the API table is, seen from C.
typedef enum {
  CSB_CALL_LEAF = 0,  ///< arguments to the host, its reply back
  CSB_CALL_UPDATE,    ///< key, function: phase 0 asks for the old value, the function runs, phase
                      ///< 1 hands over key and new value (get, function, set at once). A reply to
                      ///< phase 0 that does not hold exactly one value is returned to the script
                      ///< instead (nil, message, code)
  CSB_CALL_SPACE,     ///< after a CSB_ANSWER without values: returns a table of the bound functions
                      ///< for the space that the first argument names (with values: these). Without
                      ///< parameters it is no function but such a table, there from the start
  CSB_CALL_FIELDS,    ///< no function but a table: each field that is read asks the host; the
                      ///< parameters are "kv" (the table, the field's name)
} csb_call_kind;

/// One function of the API. The table and its strings must live as long as the worlds made of it: a
/// copy in each would cost more than all else that a world has outside its arena.
typedef struct {
  const char *path;        ///< "storage.get": dots make tables
  const char *parameters;  ///< one letter a parameter: v JSON value, b bytes (string, also binary),
                           ///< r rendered by the safe tostring, f function, k the value stays in
                           ///< Lua, the host sees TRUE, or NIL for nil (the reply may name it by
                           ///< CSB_TAG_ARGUMENT); a last * repeats
                           ///< the letter before it (r* joins all by tabs into one string: print)
  csb_call_kind kind;
  bool pure;       ///< may be called by the sealed top level
  bool may_wait;   ///< may answer CSB_WAIT; where Lua cannot yield it raises, the host is not asked
  bool bound;      ///< also a member of each space table ("storage.get" as "get")
} csb_function;

/// A plain value readable in scripts ("plugin.identifier"); value is one encoded value.
typedef struct {
  const char *path;
  const uint8_t *value;
  size_t value_length;
} csb_constant;

/// A Lua file of the bundle. It must live as long as the worlds that were loaded from it, because
/// require reads it later as well; a copy in each world would cost a large bundle dearly.
typedef struct {
  const char *file;    ///< "lib/format.lua": in messages and tracebacks
  const char *module;  ///< "lib.format": the name for require
  const char *bytes;
  size_t length;
} csb_source;

// ---- Encoded values -------------------------------------------------------------------------
//
// A value is a tag byte and its payload; integers are in the machine's byte order, unaligned.
// A list of values (arguments, replies, results) is a u32 count and that many values.
enum {
  CSB_TAG_NIL = 0,       ///< nothing: Lua's nil
  CSB_TAG_NULL = 1,      ///< json.null
  CSB_TAG_FALSE = 2,
  CSB_TAG_TRUE = 3,
  CSB_TAG_INTEGER = 4,   ///< i64
  CSB_TAG_NUMBER = 5,    ///< f64
  CSB_TAG_STRING = 6,    ///< u32 length, bytes
  CSB_TAG_ARRAY = 7,     ///< u32 count, values; becomes a table marked as json.array marks one
  CSB_TAG_OBJECT = 8,    ///< u32 count, then for each member u32 length, bytes, value; out of the
                         ///< host a member may be NIL, which leaves it out
  CSB_TAG_ARGUMENT = 9,  ///< only in replies, at the list's top level: u32 index from 0 of an
                         ///< argument to be returned as is (nil where it was not given)
  CSB_TAG_FUNCTION = 10, ///< only in arguments: a function was given where the letter is f
  CSB_TAG_INVALID = 11,  ///< only out of Lua: u8 reason (csb_invalid), u32 length, path such as
                         ///< ".items[3].price" ("" is the value itself), u32 length, detail (the
                         ///< type's name, or which number; never a string's text)
};

/// Why a Lua value has no faithful encoded form.
enum csb_invalid {
  CSB_INVALID_TYPE = 1,      ///< function, thread, userdata, table where bytes were asked for
  CSB_INVALID_NAN,
  CSB_INVALID_INFINITY,
  CSB_INVALID_UTF8,
  CSB_INVALID_KEY,           ///< a key that is neither a string nor a positive integer
  CSB_INVALID_MIXED,         ///< string keys and array items in one table
  CSB_INVALID_SPARSE,        ///< an array with holes
  CSB_INVALID_CYCLE,
  CSB_INVALID_DEPTH,         ///< deeper than value_depth
  CSB_INVALID_SIZE,          ///< larger than value_bytes in encoded form
};

// ---- Host calls -----------------------------------------------------------------------------

/// What a script asks of the host. Valid during the callback only.
typedef struct {
  uint32_t function;       ///< index into the table given to csb_world_create
  uint32_t phase;          ///< CSB_CALL_UPDATE: 0 or 1; else 0
  const char *space;       ///< where a bound function was taken from: "" for the plain one,
                           ///< "protected" for a CSB_CALL_SPACE function storage.protected without
                           ///< parameters, "shared:unread" for storage.shared("unread")
  size_t space_length;
  const uint8_t *arguments;  ///< a list; trailing parameters not given are absent, not NIL
  size_t arguments_length;
} csb_call;

typedef enum {
  CSB_ANSWER = 0,  ///< the reply holds a list of values to return to the script
  CSB_RAISE,       ///< the reply holds a list of one string: raised at the caller's position
  CSB_WAIT,        ///< the script is suspended; csb_resume brings the reply
  CSB_END,         ///< the invocation ends here, uncatchably; the world is stopped as CSB_STOP_HOST
} csb_verdict;

/// The leaf: called on the world's thread, outside any signal. It must not call into this world
/// except csb_reply_buffer, csb_charge, csb_end_out_of_memory and csb_memory_used.
typedef csb_verdict (*csb_host)(void *CSB_NULLABLE context, const csb_call *call);

// ---- Worlds ---------------------------------------------------------------------------------

typedef struct {
  const csb_function *functions;
  size_t function_count;
  const csb_constant *constants;
  size_t constant_count;
  size_t memory_bytes;       ///< cap on all that the world allocates, copies for the host included
  size_t value_bytes;        ///< cap of one encoded value out of Lua
  uint32_t value_depth;      ///< deepest nesting of a value out of Lua (a scalar is 0)
  bool one_block_each;       ///< one malloc a block, no picture: for sanitizers; csb_freeze then
                             ///< answers false and every run needs a world of its own
  bool poll;                 ///< look at the stop flag by a count hook from the start
  uint32_t table_order;      ///< the order in which pairs meets string keys, the same wherever it is
                             ///< the same; 0: as chance has it
} csb_settings;

/// Builds a world: libraries, API, dead metamethod names. Returns NULL and fills *why (a sentence,
/// static storage) when memory_bytes is too small to start or the system is out of memory.
csb_world *CSB_NULLABLE csb_world_create(const csb_settings *settings, csb_host host,
                                         void *CSB_NULLABLE context,
                                         const char *_Nullable *_Nonnull why);

/// Frees the arena and every block outside it. Never runs script code.
void csb_world_destroy(csb_world *world);

/// Replaces the leaf's context for the runs to come.
void csb_set_context(csb_world *world, void *CSB_NULLABLE context);

/// Runs the top level of sources[entry], sealed: only pure functions answer. The others of
/// `sources` are there for require. CSB_RETURNED means it returned a function, or a table of
/// functions named handle, expire, undelivered with handle present; anything else is CSB_RAISED.
csb_status csb_load(csb_world *world, const csb_source *sources, size_t count, size_t entry);

/// After csb_load: whether the handler file offers the entry.
typedef enum { CSB_HANDLE = 0, CSB_EXPIRE = 1, CSB_UNDELIVERED = 2 } csb_entry;
bool csb_offers(const csb_world *world, csb_entry entry);

/// Collects garbage and takes the picture. False: no picture (one_block_each, or out of memory).
bool csb_freeze(csb_world *world);

/// Bytes of the picture, 0 without one.
size_t csb_picture_bytes(const csb_world *world);

/// Puts the world back to its picture, as if nothing had ever run. Clears stop, usage, buffers.
void csb_rewind(csb_world *world);

/// What the next csb_start sees. Set after csb_rewind.
typedef struct {
  uint64_t seed[2];              ///< of math.random
  double (*_Nullable now)(void *CSB_NULLABLE);   ///< seconds since 1970 for os.time and os.date
  double (*_Nullable clock)(void *CSB_NULLABLE); ///< seconds for os.clock
  void *CSB_NULLABLE clock_context;
} csb_run_settings;
void csb_prepare(csb_world *world, const csb_run_settings *settings);

/// Calls an entry with a list of encoded arguments. One top-level frame; not reentrant.
csb_status csb_start(csb_world *world, csb_entry entry, const uint8_t *arguments, size_t length);

/// Continues a waiting world. verdict is CSB_ANSWER, CSB_RAISE or CSB_END; the reply buffer holds
/// the list.
csb_status csb_resume(csb_world *world, csb_verdict verdict);

/// A buffer of `length` bytes for the reply, valid until the next call of this function; NULL when
/// the cap refuses it: the script then gets the out-of-memory error whatever the verdict says. The
/// reply is what was written when the callback returns (or csb_resume is called).
uint8_t *CSB_NULLABLE csb_reply_buffer(csb_world *world, size_t length);

/// The list of values that the entry returned, encoded; after CSB_RETURNED.
const uint8_t *csb_result(const csb_world *world, size_t *length);

/// Counts host-side memory against the cap (negative gives back). False: refused.
bool csb_charge(csb_world *world, int64_t bytes);

/// Ends the run as out of memory: to be called by the leaf, before it returns CSB_RAISE, when what
/// the host would have to keep does not fit.
void csb_end_out_of_memory(csb_world *world);

/// Refuses the count-th allocation from now on and every one after it (1: the very next), until
/// csb_rewind or a count of 0: for tests of what happens when memory ends at the worst instant.
void csb_fail_allocation_after(csb_world *world, size_t count);

typedef struct {
  size_t limit;
  size_t used;
  size_t peak;  ///< highest `used` since csb_rewind (or csb_load)
} csb_memory;
csb_memory csb_memory_used(const csb_world *world);

// ---- Errors ---------------------------------------------------------------------------------

typedef struct {
  const char *file;                     ///< as Lua shortens it in messages
  int line;                             ///< 0 where Lua knows none
  const char *function;                 ///< "" where Lua knows no name
} csb_frame;

/// After CSB_RAISED (and CSB_STOPPED, CSB_OUT_OF_MEMORY: where it stood). The message is the
/// error value rendered by the safe tostring without running script code.
typedef struct {
  const char *message;
  size_t message_length;
  const csb_frame *frames;  ///< innermost first, frames of Lua functions only, at most 32
  size_t frame_count;
} csb_error;
csb_error csb_error_of(const csb_world *world);

// ---- Stopping -------------------------------------------------------------------------------

/// Tells the world to stop. Any thread, any time while the world lives; idempotent.
void csb_stop(csb_world *world, csb_stop_reason reason);
csb_stop_reason csb_stop_reason_of(const csb_world *world);

/// After csb_stop: from now on csb_signal_send ends the run wherever in Lua it stands, not only
/// between two instructions. For a run that has gone on computing after its stop: the error then
/// tells no place. Any thread, any time while the world lives.
void csb_abandon(csb_world *world);

/// Installs the process-wide handler that arms the hook; keeps and calls the former one for other
/// threads. Returns 0 or an errno value.
int csb_signal_install(int signal_number);

/// Whether our handler is (still) the one installed.
bool csb_signal_is_installed(int signal_number);

/// Sends the signal to a thread that is, or may be, inside csb_load/csb_start/csb_resume. The
/// handler acts only if that thread's current world has its stop flag set. The caller guarantees
/// that the thread exists. Returns 0 or an errno value.
int csb_signal_send(pthread_t thread, int signal_number);

/// Whether a signal sent to a thread reaches it while it computes. Not so in builds with
/// ThreadSanitizer, which holds signals back until the thread calls the system.
bool csb_signals_arrive(void);

/// Whether a stopped world has seen its stop (for the watchdog's "signals do not arrive" report).
bool csb_stop_was_seen(const csb_world *world);

/// Sets the calling thread's locale to C for good (uselocale), so that a host's setlocale does not
/// change how scripts read and write numbers; and unblocks the signals of csb_signal_install, which
/// a thread inherits blocked when a worker of libdispatch made it. Call it after the install. A
/// thread that blocks them again later is one on which signals do not arrive.
void csb_thread_prepare(void);

/// The running Lua's version as text ("Lua 5.4.4"), and the outcome of the start-up probe: NULL,
/// or a sentence saying which defence does not hold with this library.
const char *csb_lua_release(void);
const char *CSB_NULLABLE csb_probe(void);

/// How many bytes of C stack a thread must have for all the calls that the Lua at hand allows inside
/// one another, measured. A Lua that was built without optimization needs several times what the
/// systems' libraries do.
size_t csb_stack_needed(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
