#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "benchfloor.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

extern char **environ;

int bench_process_run(const char *const *arguments) {
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) return -1;
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  pid_t child;
  int failure = posix_spawnp(&child, arguments[0], &actions, NULL,
                             (char *const *)(uintptr_t)arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) return -1;
  int status;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

size_t bench_resident_bytes(void) {
#if defined(__linux__)
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file) return 0;
  unsigned long total = 0;
  unsigned long resident = 0;
  int count = fscanf(file, "%lu %lu", &total, &resident);
  fclose(file);
  return count == 2 ? resident * (size_t)sysconf(_SC_PAGESIZE) : 0;
#else
  return 0;
#endif
}
