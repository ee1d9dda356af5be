/// The memory of one world: a slot of the shared reservation, pages beside it, a cap over all.
#ifndef CSB_ARENA_H
#define CSB_ARENA_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  CSB_SLOT_BYTES = 128 * 1024,
  CSB_PAGE_BYTES = 64 * 1024,  ///< what the slot is extended by when it is full
  CSB_SMALL_BYTES = 4096,      ///< larger blocks live outside slot and pages
};

/// The head of a block outside the slot; 16-byte aligned, the block's bytes follow.
typedef struct csb_block {
  struct csb_block *next;
  struct csb_block *previous;
  uint8_t *saved;    ///< what it held when the picture was taken; NULL: younger than the picture
  size_t size;
  size_t serial;     ///< numbers the blocks in the order they were made
  bool is_page;
  bool is_dropped;   ///< part of the picture, given back by Lua since
} csb_block;

typedef struct {
  uint8_t *slot;            ///< NULL in one_block_each mode
  bool one_block_each;
  csb_block *blocks;        ///< youngest first
  size_t next_serial;
  size_t limit;             ///< cap on used + charged
  size_t used;              ///< bytes that Lua asked for and holds
  size_t charged;           ///< bytes of buffers and of the host
  size_t peak;              ///< highest used + charged
  size_t held;              ///< bytes of pages and of large blocks, gaps included
  size_t allocations_left;  ///< before every further one is refused; 0: no such limit
  // A refusal that counts is one that Lua's emergency collection could not mend: it asks again.
  const void *refused_block;
  size_t refused_size;
  unsigned refusals;
  // The picture.
  uint8_t *picture;
  size_t picture_bytes;
  size_t picture_used;
  size_t picture_held;
  size_t picture_serial;
  volatile sig_atomic_t shields;  ///< above 0 the run must not be left by a jump out of a signal
} csb_arena;

/// Begins what a jump must not interrupt: it would leave a lock of the system held, or the list of
/// blocks torn. Nests. Nothing in between may raise.
static inline void csb_shield(csb_arena *arena) {
  arena->shields += 1;
  atomic_signal_fence(memory_order_seq_cst);
}

static inline void csb_unshield(csb_arena *arena) {
  atomic_signal_fence(memory_order_seq_cst);
  arena->shields -= 1;
}

/// Takes a slot (or none, one_block_each). False: the system is out of memory.
bool csb_arena_open(csb_arena *arena, size_t limit, bool one_block_each);

/// Gives slot, pages and picture back.
void csb_arena_close(csb_arena *arena);

/// The lua_Alloc of worlds; `arena` is a csb_arena. Returns NULL for a refusal.
void *csb_arena_allocate(void *arena, void *block, size_t old_size, size_t new_size);

/// Copies what is in use. False: one_block_each, or the system is out of memory.
bool csb_arena_take_picture(csb_arena *arena);

/// Puts everything back to the picture, at the same addresses.
void csb_arena_rewind(csb_arena *arena);

/// Counts bytes that live elsewhere. False: the cap refuses them.
bool csb_arena_charge(csb_arena *arena, size_t bytes);
void csb_arena_discharge(csb_arena *arena, size_t bytes);

/// A number for the object at `address`: no address can be told from it, and it is the same for
/// the same object in every run that starts from the same picture.
size_t csb_arena_identity(const csb_arena *arena, const void *address);

#endif
