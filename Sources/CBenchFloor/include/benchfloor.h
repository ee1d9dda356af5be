/// CBenchFloor: what plugbench measures the product against, written as a C host would write it.
///
/// Nothing here is part of the product. Each floor does the least that the same job takes in C with
/// the system's Lua: no arena, no limits, no stop, no effects that survive. Prefix: bench_.
#ifndef BENCHFLOOR_H
#define BENCHFLOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define BENCH_NULLABLE _Nullable
#else
#define BENCH_NULLABLE
#endif

// ---- A Lua state ----------------------------------------------------------------------------

/// A stock state with a handler loaded into it, and the effects of its last call.
typedef struct bench_state bench_state;

/// Opens a state with the chosen libraries (base, table, string, math, utf8, coroutine), registers
/// reply.send, storage.get, storage.set and log.info, and runs the source, which returns a function.
/// The source must live until the state is closed. NULL: no memory, or the source raised.
bench_state *BENCH_NULLABLE bench_state_open(const char *source, size_t length);

/// Reads the JSON text straight into Lua tables (null members left out), calls the handler with
/// them under lua_pcall, and keeps its effects and the word it returned. False: malformed text, or
/// the handler raised; bench_state_message then says what.
bool bench_state_call(bench_state *state, const char *json, size_t length);

/// Calls the handler without arguments. False as above.
bool bench_state_call_bare(bench_state *state);

/// How many effects the last call had.
size_t bench_state_effects(const bench_state *state);

/// Why the last call failed.
const char *bench_state_message(const bench_state *state);

/// Closes the state and frees its effects.
void bench_state_close(bench_state *state);

// ---- A thread hop ---------------------------------------------------------------------------

/// A thread that waits for work on a condition, as a thread of any pool does.
typedef struct bench_hop bench_hop;

/// Starts the thread. NULL: the system refused.
bench_hop *BENCH_NULLABLE bench_hop_open(void);

/// Hands the thread a job that does nothing, and waits until it is done.
void bench_hop_once(bench_hop *hop);

/// Ends the thread.
void bench_hop_close(bench_hop *hop);

// ---- A container ----------------------------------------------------------------------------

/// A container's file, which the product has made, worked on by hand.
typedef struct bench_container bench_container;

/// Opens the file with the container's settings and prepares its statements. NULL: SQLite refused.
bench_container *BENCH_NULLABLE bench_container_open(const char *path);

/// One committed invocation: a first transaction records a delivery under a random key, a second
/// one checks it, stores the number under the key "count" of com.example.bench's own space, ends
/// the delivery with the outcome and erases its response. False: bench_container_message says why.
bool bench_container_invoke(bench_container *container, int number, const char *response,
                            size_t response_length, const char *outcome, size_t outcome_length);

/// The 32 bytes of the last delivery's key.
const uint8_t *bench_container_key(const bench_container *container);

/// What SQLite last complained of.
const char *bench_container_message(bench_container *container);

/// Closes the file.
void bench_container_close(bench_container *container);

// ---- Processes and memory -------------------------------------------------------------------

/// Runs a program with its output thrown away, and waits for it. Returns its exit code, -1 where it
/// could not be started or was killed.
int bench_process_run(const char *const BENCH_NULLABLE *_Nonnull arguments);

/// Bytes of this process that are in memory, after free blocks were given back; 0 where the system
/// does not tell.
size_t bench_resident_bytes(void);

/// Bytes of another process that are in memory now; 0 where the system does not tell.
size_t bench_process_resident_bytes(int process);

/// The most bytes that any child of this process, waited for already, had in memory; 0 where the
/// system does not tell.
size_t bench_largest_child_bytes(void);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif

#endif
