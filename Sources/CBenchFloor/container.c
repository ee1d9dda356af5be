#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "benchfloor.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The statements that a container runs for a claim and a commit, in their order.
enum {
  BEGIN,
  COMMIT,
  ROLL_BACK,
  ANY_TURN,
  RECORD,
  INSERT_DELIVERY,
  SLOT,
  MAKE_SPACE,
  SET_VALUE,
  GROW_SPACE,
  WAITING_ENTRY,
  COMMIT_DELIVERY,
  FORGET_STEPS,
  ERASE_RESPONSE,
  STATEMENT_COUNT,
};

static const char *const texts[STATEMENT_COUNT] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLL_BACK] = "ROLLBACK",
    [ANY_TURN] = "SELECT 1 FROM turns LIMIT 1",
    [RECORD] = "SELECT id, plugin, phase, attempt, starts, process, process_start, boot, taken_at, "
               "ends_at FROM inbox WHERE key = ?",
    [INSERT_DELIVERY] =
        "INSERT INTO inbox(key, plugin, category, action, handler, undelivered, request, date, "
        "recorded_at, response, process, process_start, boot, taken_at, ends_at, phase, attempt, "
        "starts, outcome) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 1, 1, x'')",
    [SLOT] = "SELECT spaces.id, spaces.bytes, stored.value FROM spaces LEFT JOIN stored "
             "ON stored.space = spaces.id AND stored.key = ?2 WHERE spaces.name = ?1",
    [MAKE_SPACE] = "INSERT INTO spaces(name, bytes) VALUES (?, 0)",
    [SET_VALUE] = "INSERT INTO stored VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE "
                  "SET value = excluded.value, version = excluded.version",
    [GROW_SPACE] = "UPDATE spaces SET bytes = bytes + ?2 WHERE id = ?1",
    [WAITING_ENTRY] = "SELECT 1 FROM outbox WHERE delivery = ? AND state = 0 LIMIT 1",
    [COMMIT_DELIVERY] = "UPDATE inbox SET phase = 2, starts = 0, outcome = ?2 WHERE id = ?1",
    [FORGET_STEPS] = "DELETE FROM steps WHERE delivery = ?",
    [ERASE_RESPONSE] =
        "UPDATE inbox SET response = x'' WHERE id = ?1 AND phase <> 0 AND NOT EXISTS (SELECT 1 "
        "FROM outbox WHERE delivery = ?1 AND (state = 0 OR (state = 2 AND kind = 0 "
        "AND is_handed_over = 0)))",
};

static const char plugin[] = "com.example.bench";
static const char space_name[] = "own:com.example.bench";
static const char value_key[] = "count";
static const char boot[] = "00000000-0000-0000-0000-000000000000 pid:[4026531836]";

struct bench_container {
  sqlite3 *database;
  sqlite3_stmt *statements[STATEMENT_COUNT];
  unsigned char key[32];
};

static double now_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void bind_bytes(sqlite3_stmt *statement, int place, const void *bytes, size_t count) {
  sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_STATIC);
}

static void bind_text(sqlite3_stmt *statement, int place, const char *text) {
  bind_bytes(statement, place, text, strlen(text));
}

/// Runs a bound statement whose rows do not matter.
static bool run(bench_container *container, int number) {
  sqlite3_stmt *statement = container->statements[number];
  int result;
  do result = sqlite3_step(statement);
  while (result == SQLITE_ROW);
  sqlite3_reset(statement);
  return result == SQLITE_DONE;
}

static bool run_with(bench_container *container, int number, sqlite3_int64 id) {
  sqlite3_bind_int64(container->statements[number], 1, id);
  return run(container, number);
}

/// Records the delivery that `container->key` names.
static bool insert(bench_container *container, int number, const char *response, size_t length) {
  char request[32];
  snprintf(request, sizeof request, "message-%08d", number);
  sqlite3_stmt *statement = container->statements[INSERT_DELIVERY];
  double now = now_seconds();
  bind_bytes(statement, 1, container->key, sizeof container->key);
  bind_text(statement, 2, plugin);
  bind_text(statement, 3, "message");
  bind_text(statement, 4, "reply");
  bind_text(statement, 5, "reply.lua");
  bind_text(statement, 7, request);
  sqlite3_bind_int64(statement, 8, 1772474700000);
  sqlite3_bind_int64(statement, 9, 1772474700000);
  bind_bytes(statement, 10, response, length);
  sqlite3_bind_int64(statement, 11, getpid());
  sqlite3_bind_int64(statement, 12, 1);
  bind_text(statement, 13, boot);
  sqlite3_bind_double(statement, 14, now);
  sqlite3_bind_double(statement, 15, now + 35);
  return run(container, INSERT_DELIVERY);
}

static bool claim(bench_container *container, int number, const char *response, size_t length) {
  if (!run(container, BEGIN)) return false;
  sqlite3_stmt *record = container->statements[RECORD];
  bind_bytes(record, 1, container->key, sizeof container->key);
  return run(container, RECORD) && insert(container, number, response, length) &&
         run(container, COMMIT);
}

/// The number of the delivery that runs; -1 where there is none.
static sqlite3_int64 held(bench_container *container) {
  sqlite3_stmt *record = container->statements[RECORD];
  bind_bytes(record, 1, container->key, sizeof container->key);
  sqlite3_int64 id = -1;
  if (sqlite3_step(record) == SQLITE_ROW && sqlite3_column_int64(record, 2) == 0 &&
      sqlite3_column_int64(record, 3) == 1)
    id = sqlite3_column_int64(record, 0);
  sqlite3_reset(record);
  return id;
}

static bool set(bench_container *container, int number) {
  char value[16];
  int length = snprintf(value, sizeof value, "%d", number);
  int growth = (int)strlen(value_key) + length;
  sqlite3_int64 space = -1;
  sqlite3_stmt *slot = container->statements[SLOT];
  bind_text(slot, 1, space_name);
  bind_text(slot, 2, value_key);
  if (sqlite3_step(slot) == SQLITE_ROW) {
    space = sqlite3_column_int64(slot, 0);
    if (sqlite3_column_type(slot, 2) != SQLITE_NULL)
      growth -= (int)strlen(value_key) + sqlite3_column_bytes(slot, 2);
  }
  sqlite3_reset(slot);
  if (space < 0) {
    bind_text(container->statements[MAKE_SPACE], 1, space_name);
    if (!run(container, MAKE_SPACE)) return false;
    space = sqlite3_last_insert_rowid(container->database);
  }
  sqlite3_int64 version;
  sqlite3_randomness(sizeof version, &version);
  sqlite3_stmt *statement = container->statements[SET_VALUE];
  sqlite3_bind_int64(statement, 1, space);
  bind_text(statement, 2, value_key);
  bind_bytes(statement, 3, value, (size_t)length);
  sqlite3_bind_int64(statement, 4, version & INT64_MAX);
  if (!run(container, SET_VALUE)) return false;
  if (growth == 0) return true;
  sqlite3_bind_int64(container->statements[GROW_SPACE], 2, growth);
  return run_with(container, GROW_SPACE, space);
}

static bool commit(bench_container *container, int number, const char *outcome, size_t length) {
  if (!run(container, BEGIN) || !run(container, ANY_TURN)) return false;
  sqlite3_int64 id = held(container);
  if (id < 0 || !set(container, number) || !run_with(container, WAITING_ENTRY, id)) return false;
  bind_bytes(container->statements[COMMIT_DELIVERY], 2, outcome, length);
  return run_with(container, COMMIT_DELIVERY, id) && run_with(container, FORGET_STEPS, id) &&
         run_with(container, ERASE_RESPONSE, id) && run(container, COMMIT);
}

bench_container *bench_container_open(const char *path) {
  static const char settings[] =
      "PRAGMA trusted_schema = OFF; PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY;"
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL";
  bench_container *container = calloc(1, sizeof *container);
  if (!container) return NULL;
  int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  bool is_open =
      sqlite3_open_v2(path, &container->database, flags, NULL) == SQLITE_OK &&
      sqlite3_db_config(container->database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0) == SQLITE_OK &&
      sqlite3_exec(container->database, settings, NULL, NULL, NULL) == SQLITE_OK;
  for (int i = 0; is_open && i < STATEMENT_COUNT; i++)
    is_open = sqlite3_prepare_v3(container->database, texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                                 &container->statements[i], NULL) == SQLITE_OK;
  if (is_open) return container;
  bench_container_close(container);
  return NULL;
}

bool bench_container_invoke(bench_container *container, int number, const char *response,
                            size_t response_length, const char *outcome, size_t outcome_length) {
  sqlite3_randomness(sizeof container->key, container->key);
  if (claim(container, number, response, response_length) &&
      commit(container, number, outcome, outcome_length))
    return true;
  if (!sqlite3_get_autocommit(container->database)) run(container, ROLL_BACK);
  return false;
}

const uint8_t *bench_container_key(const bench_container *container) { return container->key; }

const char *bench_container_message(bench_container *container) {
  return sqlite3_errmsg(container->database);
}

void bench_container_close(bench_container *container) {
  for (int i = 0; i < STATEMENT_COUNT; i++) sqlite3_finalize(container->statements[i]);
  sqlite3_close_v2(container->database);
  free(container);
}
