// Shows Swift's locks to ThreadSanitizer.
//
// On Linux `Synchronization.Mutex` takes a free lock by an atomic exchange that is inlined into its
// users, where the sanitizer sees it. A lock that is held is waited for, and handed on, in functions
// of the Swift library, which is not built with the sanitizer; without what is here it takes all that
// such a lock guards for races. The functions here carry the names of the library's, so that the
// program's calls reach them first; they call the library's and say what was acquired or released.
#define _GNU_SOURCE  // RTLD_NEXT
#include "sanitizer_hints.h"

#ifdef GIVES_HINTS
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *handle

// _MutexHandle's _lockSlow(_: UInt32), _tryLockSlow() -> Bool and _unlockSlow(). The handle is the
// lock's word, on which the inlined exchange works too.
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *address);
void __tsan_release(void *address);

static SWIFT void (*library_lock)(uint32_t thread, SELF);
static SWIFT _Bool (*library_try_lock)(SELF);
static SWIFT void (*library_unlock)(SELF);

SWIFT void sanitized_lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT _Bool sanitized_try_lock(SELF) __asm__(TRY_LOCK);
SWIFT void sanitized_unlock(SELF) __asm__(UNLOCK);

/// Before any Swift code runs. Ends the program where the library has no such functions: a report
/// made without them would be a false one.
__attribute__((constructor)) static void find_library(void) {
  *(void **)&library_lock = dlsym(RTLD_NEXT, LOCK);
  *(void **)&library_try_lock = dlsym(RTLD_NEXT, TRY_LOCK);
  *(void **)&library_unlock = dlsym(RTLD_NEXT, UNLOCK);
  if (!library_lock || !library_try_lock || !library_unlock) abort();
}

SWIFT void sanitized_lock(uint32_t thread, SELF) {
  library_lock(thread, handle);
  __tsan_acquire(handle);
}

SWIFT _Bool sanitized_try_lock(SELF) {
  _Bool is_locked = library_try_lock(handle);
  if (is_locked) __tsan_acquire(handle);
  return is_locked;
}

SWIFT void sanitized_unlock(SELF) {
  __tsan_release(handle);
  library_unlock(handle);
}

#endif
