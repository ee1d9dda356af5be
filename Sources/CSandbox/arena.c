#include "arena.h"

#include <stdlib.h>
#include <string.h>

#include "slots.h"

enum {
  GRAIN = 16,
  FINE_BYTES = 512,  // up to here a size class every 16 bytes, above every 128
  COARSE = 128,
  FINE_CLASSES = FINE_BYTES / GRAIN,
  CLASSES = FINE_CLASSES + (CSB_SMALL_BYTES - FINE_BYTES) / COARSE,
  BLOCK_HEAD = (sizeof(csb_block) + GRAIN - 1) / GRAIN * GRAIN,
  SLACK = 256 * 1024,   // of gaps and page tails, beyond twice the cap
  LARGE_RUN = 256 * 1024,  // a run above this gives memory back to the system
};

// The allocator's own state lies at the start of the slot, so that the copy that rewinds the world
// rewinds its free lists as well.
typedef struct {
  uint8_t *bump;  // the next unused byte of the slot, or of the youngest page
  uint8_t *end;
  uint8_t *slot_top;  // what of the slot itself is in use
  void *free[CLASSES];
} slot_head;

static slot_head *head_of(const csb_arena *arena) { return (slot_head *)arena->slot; }

static void *bytes_of(csb_block *block) { return (uint8_t *)block + BLOCK_HEAD; }

static csb_block *block_of(void *bytes) { return (csb_block *)((uint8_t *)bytes - BLOCK_HEAD); }

static size_t class_of(size_t size) {
  if (size <= FINE_BYTES) return (size + GRAIN - 1) / GRAIN - 1;
  return FINE_CLASSES + (size - FINE_BYTES - 1) / COARSE;
}

static size_t class_bytes(size_t class) {
  if (class < FINE_CLASSES) return (class + 1) * GRAIN;
  return FINE_BYTES + (class - FINE_CLASSES + 1) * COARSE;
}

bool csb_arena_open(csb_arena *arena, size_t limit, bool one_block_each) {
  *arena = (csb_arena){.limit = limit, .one_block_each = one_block_each};
  if (one_block_each) return true;
  arena->slot = csb_slot_take();
  if (!arena->slot) return false;
  slot_head *head = head_of(arena);
  memset(head, 0, sizeof *head);
  head->bump = arena->slot + (sizeof *head + GRAIN - 1) / GRAIN * GRAIN;
  head->end = arena->slot + CSB_SLOT_BYTES;
  head->slot_top = head->bump;
  return true;
}

void csb_arena_close(csb_arena *arena) {
  for (csb_block *block = arena->blocks; block;) {
    csb_block *next = block->next;
    free(block->saved);
    free(block);
    block = next;
  }
  free(arena->picture);
  if (arena->slot) csb_slot_give(arena->slot, (size_t)(head_of(arena)->slot_top - arena->slot));
  *arena = (csb_arena){0};
}

/// Makes a block outside the slot. NULL: refused by the system or by the bound on gaps.
static csb_block *make_block(csb_arena *arena, size_t size, bool is_page) {
  if (arena->held + size > arena->limit * 2 + SLACK) return NULL;
  csb_shield(arena);
  csb_block *block = malloc(BLOCK_HEAD + size);
  if (!block) {
    csb_unshield(arena);
    return NULL;
  }
  *block = (csb_block){.next = arena->blocks,
                       .size = size,
                       .serial = arena->next_serial++,
                       .is_page = is_page};
  if (arena->blocks) arena->blocks->previous = block;
  arena->blocks = block;
  arena->held += size;
  csb_unshield(arena);
  return block;
}

/// Gives a block outside the slot back; one of the picture is kept for the rewind.
static void drop_block(csb_arena *arena, csb_block *block) {
  if (block->saved) {
    block->is_dropped = true;
    return;
  }
  csb_shield(arena);
  if (block->previous) block->previous->next = block->next;
  else arena->blocks = block->next;
  if (block->next) block->next->previous = block->previous;
  arena->held -= block->size;
  free(block);
  csb_unshield(arena);
}

/// A block of a size class, from its free list or from fresh bytes. NULL: refused.
static void *take_small(csb_arena *arena, size_t class) {
  slot_head *head = head_of(arena);
  void *block = head->free[class];
  if (block) {
    memcpy(&head->free[class], block, sizeof(void *));
    return block;
  }
  size_t size = class_bytes(class);
  if ((size_t)(head->end - head->bump) < size) {
    csb_block *page = make_block(arena, CSB_PAGE_BYTES, true);
    if (!page) return NULL;
    // What is left of the old page serves as one free block of the largest class that fits.
    size_t left = (size_t)(head->end - head->bump) / GRAIN * GRAIN;
    if (left >= GRAIN) {
      size_t fit = class_of(left);
      if (class_bytes(fit) > left) fit -= 1;
      memcpy(head->bump, &head->free[fit], sizeof(void *));
      head->free[fit] = head->bump;
    }
    head->bump = bytes_of(page);
    head->end = head->bump + CSB_PAGE_BYTES;
    head->slot_top = arena->slot + CSB_SLOT_BYTES;
  }
  block = head->bump;
  head->bump += size;
  if (head->slot_top < head->bump && head->bump <= arena->slot + CSB_SLOT_BYTES &&
      head->bump > arena->slot) {
    head->slot_top = head->bump;
  }
  return block;
}

static void give_small(csb_arena *arena, void *block, size_t class) {
  slot_head *head = head_of(arena);
  memcpy(block, &head->free[class], sizeof(void *));
  head->free[class] = block;
}

static bool is_small(const csb_arena *arena, size_t size) {
  return !arena->one_block_each && size <= CSB_SMALL_BYTES;
}

static void *take(csb_arena *arena, size_t size) {
  if (is_small(arena, size)) return take_small(arena, class_of(size));
  csb_block *block = make_block(arena, size, false);
  return block ? bytes_of(block) : NULL;
}

static void give(csb_arena *arena, void *bytes, size_t size) {
  if (is_small(arena, size)) give_small(arena, bytes, class_of(size));
  else drop_block(arena, block_of(bytes));
}

/// Another size for an existing block, in place where that is possible. NULL: refused.
static void *change(csb_arena *arena, void *bytes, size_t old_size, size_t new_size) {
  bool both_small = is_small(arena, old_size) && is_small(arena, new_size);
  if (both_small && class_of(old_size) == class_of(new_size)) return bytes;
  void *fresh = take(arena, new_size);
  if (!fresh) return NULL;
  memcpy(fresh, bytes, old_size < new_size ? old_size : new_size);
  give(arena, bytes, old_size);
  return fresh;
}

static void note_peak(csb_arena *arena) {
  size_t now = arena->used + arena->charged;
  if (now > arena->peak) arena->peak = now;
}

/// Keeps that a larger block was refused. Lua answers the first refusal with a full collection and
/// asks once more; only the second refusal of the same wish is one that the script feels.
static void *refuse(csb_arena *arena, const void *block, size_t new_size) {
  if (arena->refused_size == new_size && arena->refused_block == block) {
    arena->refusals += 1;
    arena->refused_size = 0;
  } else {
    arena->refused_size = new_size;
    arena->refused_block = block;
  }
  return NULL;
}

void *csb_arena_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  csb_arena *arena = context;
  if (!block) old_size = 0;  // Lua passes the kind of object instead
  if (new_size == 0) {
    if (old_size > 0) {
      give(arena, block, old_size);
      arena->used -= old_size;
    }
    return NULL;
  }
  bool grows = new_size > old_size;
  if (grows) {
    size_t others = arena->used - old_size + arena->charged;
    if (others > arena->limit || new_size > arena->limit - others) {
      return refuse(arena, block, new_size);
    }
    if (arena->allocations_left > 0) {
      if (arena->allocations_left == 1) return refuse(arena, block, new_size);
      arena->allocations_left -= 1;
    }
  }
  void *result = old_size > 0 ? change(arena, block, old_size, new_size) : take(arena, new_size);
  if (!result) return grows ? refuse(arena, block, new_size) : NULL;
  arena->used = arena->used - old_size + new_size;
  note_peak(arena);
  return result;
}

bool csb_arena_charge(csb_arena *arena, size_t bytes) {
  size_t now = arena->used + arena->charged;
  if (now > arena->limit || bytes > arena->limit - now) return false;
  arena->charged += bytes;
  note_peak(arena);
  return true;
}

void csb_arena_discharge(csb_arena *arena, size_t bytes) {
  arena->charged -= bytes < arena->charged ? bytes : arena->charged;
}

bool csb_arena_take_picture(csb_arena *arena) {
  if (arena->one_block_each || arena->picture) return false;
  size_t bytes = (size_t)(head_of(arena)->slot_top - arena->slot);
  uint8_t *picture = malloc(bytes);
  if (!picture) return false;
  for (csb_block *block = arena->blocks; block; block = block->next) {
    block->saved = malloc(block->size);
    if (!block->saved) {
      for (csb_block *done = arena->blocks; done != block; done = done->next) {
        free(done->saved);
        done->saved = NULL;
      }
      free(picture);
      return false;
    }
    memcpy(block->saved, bytes_of(block), block->size);
  }
  memcpy(picture, arena->slot, bytes);
  arena->picture = picture;
  arena->picture_bytes = bytes;
  arena->picture_used = arena->used;
  arena->picture_held = arena->held;
  arena->picture_serial = arena->next_serial;
  return true;
}

void csb_arena_rewind(csb_arena *arena) {
  if (!arena->picture) return;
  // Blocks are listed youngest first, so those of the picture are the tail.
  while (arena->blocks && !arena->blocks->saved) {
    csb_block *next = arena->blocks->next;
    free(arena->blocks);
    arena->blocks = next;
  }
  if (arena->blocks) arena->blocks->previous = NULL;
  for (csb_block *block = arena->blocks; block; block = block->next) {
    memcpy(bytes_of(block), block->saved, block->size);
    block->is_dropped = false;
  }
  if (arena->peak > arena->picture_used + LARGE_RUN) {
    csb_slot_trim(arena->slot, arena->picture_bytes);
  }
  memcpy(arena->slot, arena->picture, arena->picture_bytes);
  arena->used = arena->picture_used;
  arena->held = arena->picture_held;
  arena->next_serial = arena->picture_serial;
  arena->refusals = 0;
  arena->refused_size = 0;
  arena->allocations_left = 0;
  arena->peak = arena->used + arena->charged;
}

size_t csb_arena_identity(const csb_arena *arena, const void *address) {
  const uint8_t *place = address;
  if (arena->slot && place >= arena->slot && place < arena->slot + CSB_SLOT_BYTES) {
    return (size_t)(place - arena->slot) / GRAIN;
  }
  for (csb_block *block = arena->blocks; block; block = block->next) {
    const uint8_t *start = bytes_of(block);
    if (place >= start && place < start + block->size) {
      if (arena->one_block_each) return block->serial + 1;
      size_t within = block->is_page ? (size_t)(place - start) / GRAIN : 0;
      return CSB_SLOT_BYTES / GRAIN + block->serial * (CSB_PAGE_BYTES / GRAIN) + within;
    }
  }
  return 0;
}
