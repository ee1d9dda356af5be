// Shows Lua's jumps to ThreadSanitizer.
//
// The sanitizer keeps a stack of the calls in each thread and cuts it back when it sees a `longjmp`.
// Lua raises its errors by names for that which the sanitizer does not know; each error then left
// calls behind, until that stack ended after some ten thousand errors and the process with it.
#include "sanitizer_hints.h"

#ifdef GIVES_HINTS
#include <setjmp.h>

/// Of a Lua that was built with _FORTIFY_SOURCE, as the systems' are.
_Noreturn void __longjmp_chk(jmp_buf place, int value);
_Noreturn void __longjmp_chk(jmp_buf place, int value) { longjmp(place, value); }

/// Of a Lua that was built from source.
_Noreturn void _longjmp(jmp_buf place, int value) { longjmp(place, value); }
#endif
