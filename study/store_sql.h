/* SPDX-License-Identifier: BSD-3-Clause */
/* A store as a database of SQLite. store.c, store_runs.c and wide.c build on it. */
#ifndef SIMGPU_STUDY_STORE_SQL_H
#define SIMGPU_STUDY_STORE_SQL_H

#include <glib.h>
#include <sqlite3.h>
#include <stdbool.h>

struct store {
    sqlite3 *database;
    char *path;
};

/* Sets the error "path: SQLite's message". Returns false. */
bool store_fail(const struct store *store, GError **error);
/* Carries out statements without results. */
bool store_execute(struct store *store, const char *sql, GError **error);
/* Prepares a statement and binds text to its parameters; texts: NULL-terminated, "" is text. NULL
 * on error. sqlite3_finalize. */
sqlite3_stmt *store_prepare(struct store *store, const char *sql, const char *const *texts,
                            GError **error);
/* Steps a statement that gives no rows, and resets it. */
bool store_step(struct store *store, sqlite3_stmt *statement, GError **error);
/* Prepares, steps and finalizes. */
bool store_do(struct store *store, const char *sql, const char *const *texts, GError **error);

/* Begin and end of a transaction. store_end returns `good`, or false if the commit fails. If not
 * good, it rolls back. */
bool store_begin(struct store *store, GError **error);
bool store_end(struct store *store, bool good, GError **error);

#endif
