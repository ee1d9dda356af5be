#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "slots.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arena.h"

#ifndef MAP_NORESERVE
#define MAP_NORESERVE 0
#endif

enum { SLOTS_PER_SEGMENT = 256 };

// The reservation grows by segments of 32 MiB of addresses and is never given back: slots are
// reused for the life of the process, and an unused slot costs no memory.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint8_t *segment;         // the youngest segment
static size_t carved;            // slots handed out of it so far
static uint8_t **free_slots;     // has room for every slot there is, so that giving never fails
static size_t free_count;
static size_t slot_count;

/// Adds a segment. The lock is held. Returns whether there is one.
static int grow(void) {
  size_t bytes = (size_t)SLOTS_PER_SEGMENT * CSB_SLOT_BYTES;
  uint8_t **room = realloc(free_slots, (slot_count + SLOTS_PER_SEGMENT) * sizeof *room);
  if (!room) return 0;
  free_slots = room;
  void *fresh = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (fresh == MAP_FAILED) return 0;
  segment = fresh;
  carved = 0;
  slot_count += SLOTS_PER_SEGMENT;
  return 1;
}

uint8_t *csb_slot_take(void) {
  uint8_t *slot = NULL;
  pthread_mutex_lock(&lock);
  if (free_count > 0) {
    slot = free_slots[--free_count];
  } else if ((segment && carved < SLOTS_PER_SEGMENT) || grow()) {
    slot = segment + carved++ * CSB_SLOT_BYTES;
  }
  pthread_mutex_unlock(&lock);
  return slot;
}

void csb_slot_trim(uint8_t *slot, size_t kept) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t start = (kept + page - 1) / page * page;
  if (start < CSB_SLOT_BYTES) {
#if defined(__APPLE__)
    madvise(slot + start, CSB_SLOT_BYTES - start, MADV_FREE);
#else
    madvise(slot + start, CSB_SLOT_BYTES - start, MADV_DONTNEED);
#endif
  }
}

void csb_slot_give(uint8_t *slot, size_t touched) {
  if (touched > CSB_SLOT_BYTES / 4) csb_slot_trim(slot, 0);
  pthread_mutex_lock(&lock);
  free_slots[free_count++] = slot;
  pthread_mutex_unlock(&lock);
}
