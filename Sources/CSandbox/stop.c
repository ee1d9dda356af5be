#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
#if defined(__APPLE__)
#include <xlocale.h>
#endif

#include "world.h"

enum {
  POLL_INTERVAL = 1000,         // instructions between two looks of a polling world
  STACK_RESERVE = 64 * 1024,    // what must be left of the C stack before Lua is called back
};

// The world whose Lua code this thread is in, for the signal handler. Written by the thread itself
// only, so a handler on this thread never sees a half-made change.
#if defined(__linux__)
__attribute__((tls_model("initial-exec")))  // so that reading it in the handler never allocates
#endif
static _Thread_local csb_world *volatile current;

// The lowest address of this thread's stack that may still be used; 0: not asked yet.
static _Thread_local uintptr_t stack_floor;

static char stop_sentinel;  // the error value of a stop; its address is all that matters

// ---- The flag and the hook ------------------------------------------------------------------

static bool is_over(const csb_world *world) {
  return atomic_load_explicit(&world->ending.stop, memory_order_relaxed) != CSB_STOP_NONE ||
         world->ending.out_of_memory;
}

static void look(lua_State *L, lua_Debug *activation) {
  (void)activation;
  csb_tick(L);
}

void csb_arm(csb_world *world) {
  for (int i = 0; i <= world->depth; i++) {
    lua_sethook(world->chain[i], look, LUA_MASKCOUNT, 1);
  }
}

void csb_poll(csb_world *world, lua_State *L) {
  if (world->poll) lua_sethook(L, look, LUA_MASKCOUNT, POLL_INTERVAL);
}

int csb_raise_stop(lua_State *L) {
  csb_world *world = csb_world_of(L);
  atomic_store_explicit(&world->stop_seen, true, memory_order_relaxed);
  // Whatever the script still does runs one instruction at most before it is stopped again.
  csb_arm(world);
  if (!world->traced_stop) {
    csb_keep_trace(world, L);
    world->traced_stop = true;
  }
  lua_pushlightuserdata(L, &stop_sentinel);
  return lua_error(L);
}

bool csb_is_refusal(const csb_world *world, int status) {
  return status == LUA_ERRMEM &&
         (world->arena.refusals > world->caught_refusals || world->raises_refusal_again);
}

void csb_pass_on(lua_State *L, int status) {
  csb_world *world = csb_world_of(L);
  world->caught_refusal = csb_is_refusal(world, status);
  world->raises_refusal_again = false;
  if (status == LUA_ERRMEM && world->arena.refusals > world->caught_refusals) {
    // A script may go on after a refusal, but not live off them.
    if (world->arena.refusals >= CSB_REFUSALS) world->ending.out_of_memory = true;
    world->caught_refusals = world->arena.refusals;
  }
  if (is_over(world)) csb_raise_stop(L);
}

void csb_stop(csb_world *world, csb_stop_reason reason) {
  int none = CSB_STOP_NONE;
  atomic_compare_exchange_strong(&world->ending.stop, &none, (int)reason);
}

void csb_abandon(csb_world *world) { atomic_store(&world->abandoned, true); }

csb_stop_reason csb_stop_reason_of(const csb_world *world) {
  return (csb_stop_reason)atomic_load(&world->ending.stop);
}

bool csb_stop_was_seen(const csb_world *world) { return atomic_load(&world->stop_seen); }

void csb_enter(csb_world *world) {
  current = world;
  atomic_signal_fence(memory_order_seq_cst);
}

// ---- The signal -----------------------------------------------------------------------------

// Set once a signal, before our handler can run; read by the handler.
static struct sigaction former_actions[NSIG];
static bool is_installed[NSIG];
static sigset_t installed;  // the same as a set; under the lock
static pthread_mutex_t install_lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_uint installs;  // how many signals the set has

/// Whether the signal was sent to this very thread by its own process, as csb_signal_send does.
static bool is_sent_by_thread(const siginfo_t *information) {
#if defined(__linux__)
  return information->si_code == SI_TKILL && information->si_pid == getpid();
#else
  (void)information;
  return true;  // the system does not tell
#endif
}

/// Leaves a run whose stop was not seen, out of whatever Lua is doing: a rehash of keys that all
/// collide, a chain of `__call`, strtod, the collector. Nothing of the world is used again but the
/// list of its blocks and its buffers, and those are whole where no shield is up: the picture is
/// copied back over all else. Does not return where it can leave.
static void leave_if_abandoned(csb_world *world, int number) {
  if (!world->can_leave || world->arena.shields > 0) return;
  if (csb_stop_reason_of(world) == CSB_STOP_NONE || !atomic_load(&world->abandoned)) return;
  world->can_leave = false;
  // The jump skips the system's own end of the handler, which would unblock the signal.
  sigset_t this_one;
  sigemptyset(&this_one);
  sigaddset(&this_one, number);
  pthread_sigmask(SIG_UNBLOCK, &this_one, NULL);
  longjmp(world->guard, 1);
}

static void on_signal(int number, siginfo_t *information, void *context) {
  int kept_errno = errno;
  csb_world *world = current;
  if (world && is_over(world)) {
    csb_arm(world);
    if (is_sent_by_thread(information)) leave_if_abandoned(world, number);
  }
  if (!world || !is_sent_by_thread(information)) {
    // Not ours: a host that uses the same signal is told, also when it came in on this thread.
    const struct sigaction *former = &former_actions[number];
    if (former->sa_flags & SA_SIGINFO) {
      if (former->sa_sigaction) former->sa_sigaction(number, information, context);
    } else if (former->sa_handler != SIG_DFL && former->sa_handler != SIG_IGN) {
      former->sa_handler(number);
    }
  }
  errno = kept_errno;
}

bool csb_signal_is_installed(int number) {
  struct sigaction now;
  if (number <= 0 || number >= NSIG || sigaction(number, NULL, &now) != 0) return false;
  return (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_signal;
}

int csb_signal_install(int number) {
  if (number <= 0 || number >= NSIG) return EINVAL;
  int result = 0;
  pthread_mutex_lock(&install_lock);
  if (!csb_signal_is_installed(number)) {
    struct sigaction action = {0};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    // A handler that was put over ours and calls ours in turn must not become our former one: the
    // two would call each other for ever.
    struct sigaction *former = is_installed[number] ? NULL : &former_actions[number];
    if (sigaction(number, &action, former) != 0) result = errno;
    else {
      is_installed[number] = true;
      sigaddset(&installed, number);
      atomic_fetch_add(&installs, 1);
    }
  }
  pthread_mutex_unlock(&install_lock);
  return result;
}

bool csb_signals_arrive(void) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  return false;
#endif
#endif
  return true;
}

int csb_signal_send(pthread_t thread, int number) { return pthread_kill(thread, number); }

// ---- The thread -----------------------------------------------------------------------------

static uintptr_t find_stack_floor(void) {
#if defined(__APPLE__)
  pthread_t self = pthread_self();
  return (uintptr_t)pthread_get_stackaddr_np(self) - pthread_get_stacksize_np(self);
#else
  pthread_attr_t attributes;
  void *address = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 1;
  pthread_attr_getstack(&attributes, &address, &size);
  pthread_attr_destroy(&attributes);
  return address ? (uintptr_t)address : 1;
#endif
}

void csb_check_stack(lua_State *L) {
  // Not a variable's address, which AddressSanitizer may have put on the heap.
  uintptr_t here = (uintptr_t)__builtin_frame_address(0);
  if (stack_floor == 0) {
    csb_begin_system_call(L);
    stack_floor = find_stack_floor();
    csb_end_system_call(L);
  }
  if (here < stack_floor + STACK_RESERVE) luaL_error(L, "C stack overflow");
}

static locale_t c_locale;
static void make_c_locale(void) { c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0); }

void csb_thread_prepare(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_c_locale);
  if (c_locale) uselocale(c_locale);
  // Workers of libdispatch block nearly every signal, and threads inherit that from their makers.
  // Once for each signal will do, and spares every further run on the thread a system call.
  static _Thread_local unsigned unblocked;
  unsigned wanted = atomic_load(&installs);
  if (unblocked == wanted) return;
  pthread_mutex_lock(&install_lock);
  sigset_t ours = installed;
  pthread_mutex_unlock(&install_lock);
  pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
  unblocked = wanted;
}
