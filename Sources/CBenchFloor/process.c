#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "benchfloor.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/resource.h>
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

// Bytes in memory by a file of /proc; 0 where there is none.
static size_t resident_bytes(const char *path) {
#if defined(__linux__)
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  unsigned long total = 0;
  unsigned long resident = 0;
  int count = fscanf(file, "%lu %lu", &total, &resident);
  fclose(file);
  return count == 2 ? resident * (size_t)sysconf(_SC_PAGESIZE) : 0;
#else
  (void)path;
  return 0;
#endif
}

size_t bench_resident_bytes(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
  return resident_bytes("/proc/self/statm");
}

size_t bench_process_resident_bytes(int process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/statm", process);
  return resident_bytes(path);
}

size_t bench_largest_child_bytes(void) {
  struct rusage usage;
  if (getrusage(RUSAGE_CHILDREN, &usage) != 0) return 0;
#if defined(__APPLE__)
  return (size_t)usage.ru_maxrss;
#else
  return (size_t)usage.ru_maxrss * 1024;
#endif
}
