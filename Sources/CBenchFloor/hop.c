#include "benchfloor.h"

#include <pthread.h>
#include <stdlib.h>

struct bench_hop {
  pthread_t thread;
  pthread_mutex_t mutex;
  pthread_cond_t has_work;
  pthread_cond_t is_done;
  bool asked;
  bool ends;
};

static void *work(void *context) {
  bench_hop *hop = context;
  pthread_mutex_lock(&hop->mutex);
  for (;;) {
    while (!hop->asked && !hop->ends) pthread_cond_wait(&hop->has_work, &hop->mutex);
    if (hop->ends) break;
    hop->asked = false;
    pthread_cond_signal(&hop->is_done);
  }
  pthread_mutex_unlock(&hop->mutex);
  return NULL;
}

bench_hop *bench_hop_open(void) {
  bench_hop *hop = calloc(1, sizeof *hop);
  if (!hop) return NULL;
  pthread_mutex_init(&hop->mutex, NULL);
  pthread_cond_init(&hop->has_work, NULL);
  pthread_cond_init(&hop->is_done, NULL);
  if (pthread_create(&hop->thread, NULL, work, hop) != 0) {
    free(hop);
    return NULL;
  }
  return hop;
}

void bench_hop_once(bench_hop *hop) {
  pthread_mutex_lock(&hop->mutex);
  hop->asked = true;
  pthread_cond_signal(&hop->has_work);
  while (hop->asked) pthread_cond_wait(&hop->is_done, &hop->mutex);
  pthread_mutex_unlock(&hop->mutex);
}

void bench_hop_close(bench_hop *hop) {
  pthread_mutex_lock(&hop->mutex);
  hop->ends = true;
  pthread_cond_signal(&hop->has_work);
  pthread_mutex_unlock(&hop->mutex);
  pthread_join(hop->thread, NULL);
  free(hop);
}
