/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs in results files: writing, reading, merging. */
#include "base/input_error.h"
#include "results/numbers.h"
#include "study/store.h"
#include "study/store_sql.h"
#include <math.h>
#include <string.h>

void store_run_clear(struct store_run *run)
{
    g_free(run->key);
    g_free(run->status);
    g_free(run->reason);
    g_free(run->command);
    g_free(run->version);
    g_free(run->started);
    g_free(run->result);
    g_clear_pointer(&run->parsed, json_node_unref);
    *run = (struct store_run){0};
}

/* ---- writing */

struct metric_rows {
    struct store *store;
    sqlite3_stmt *statement;
    GError **error;
};

static bool put_metric(void *data, const char *name, double value)
{
    struct metric_rows *rows = data;
    sqlite3_bind_text(rows->statement, 2, name, -1, SQLITE_STATIC);
    sqlite3_bind_double(rows->statement, 3, value);
    return store_step(rows->store, rows->statement, rows->error);
}

static bool put_numbers(const struct store_run *run, struct metric_rows *rows)
{
    return run->parsed ? result_numbers_of(json_node_get_object(run->parsed), put_metric, rows)
                       : result_numbers_each(run->result, put_metric, rows);
}

static bool put_metrics(struct store *store, const struct store_run *run, GError **error)
{
    const char *const key[] = {run->key, NULL};
    GError *problem = NULL;
    if (!store_do(store, "DELETE FROM metric WHERE key = ?1", key, error))
        return false;
    if (!run->result)
        return true;
    struct metric_rows rows = {
        .store = store,
        .statement =
            store_prepare(store, "INSERT OR REPLACE INTO metric VALUES(?1, ?2, ?3)", key, error),
        .error = &problem};
    if (!rows.statement)
        return false;
    if (put_numbers(run, &rows) && put_metric(&rows, "process.wall_s", run->wall_s) &&
        put_metric(&rows, "process.user_s", run->user_s))
        put_metric(&rows, "process.rss_bytes", (double)run->rss_kb * 1024);
    sqlite3_finalize(rows.statement);
    if (problem)
        g_propagate_error(error, problem);
    return !problem;
}

static bool put_point(struct store *store, const struct store_run *run, GError **error)
{
    sqlite3_stmt *statement = store_prepare(
        store, "INSERT OR REPLACE INTO point VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)", NULL,
        error);
    if (!statement)
        return false;
    sqlite3_bind_text(statement, 1, run->key, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 2, run->status, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 3, run->reason, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 4, run->command, -1, SQLITE_STATIC);
    sqlite3_bind_double(statement, 5, run->wall_s);
    sqlite3_bind_double(statement, 6, run->user_s);
    sqlite3_bind_int64(statement, 7, run->rss_kb);
    sqlite3_bind_text(statement, 8, run->version, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 9, run->started, -1, SQLITE_STATIC);
    sqlite3_bind_text(statement, 10, run->result, -1, SQLITE_STATIC);
    bool good = store_step(store, statement, error);
    sqlite3_finalize(statement);
    return good;
}

bool store_put_run(struct store *store, const struct store_run *run, GError **error)
{
    if (!store_begin(store, error))
        return false;
    bool good = put_point(store, run, error) && put_metrics(store, run, error);
    return store_end(store, good, error);
}

/* ---- reading */

static char *column(sqlite3_stmt *statement, int i)
{
    return g_strdup((const char *)sqlite3_column_text(statement, i));
}

/* Steps to the only row; *found: there is one. */
static bool step_to_row(struct store *store, sqlite3_stmt *statement, bool *found, GError **error)
{
    int state = sqlite3_step(statement);
    *found = state == SQLITE_ROW;
    return state == SQLITE_ROW || state == SQLITE_DONE || store_fail(store, error);
}

static bool get_run(struct store *store, const char *sql, const char *key, struct store_run *run,
                    GError **error)
{
    const char *const texts[] = {key, NULL};
    bool found = false;
    *run = (struct store_run){0};
    sqlite3_stmt *statement = store_prepare(store, sql, texts, error);
    bool good = statement && step_to_row(store, statement, &found, error);
    if (good && found)
        *run = (struct store_run){.key = column(statement, 0),
                                  .status = column(statement, 1),
                                  .reason = column(statement, 2),
                                  .command = column(statement, 3),
                                  .version = column(statement, 4),
                                  .started = column(statement, 5),
                                  .wall_s = sqlite3_column_double(statement, 6),
                                  .user_s = sqlite3_column_double(statement, 7),
                                  .rss_kb = sqlite3_column_int64(statement, 8),
                                  .result = column(statement, 9)};
    sqlite3_finalize(statement);
    return good;
}

#define RUN_COLUMNS "key, status, reason, command, version, started, wall_s, user_s, rss_kb"

bool store_get_run(struct store *store, const char *key, struct store_run *run, GError **error)
{
    return get_run(store, "SELECT " RUN_COLUMNS ", result FROM point WHERE key = ?1", key, run,
                   error);
}

bool store_get_end(struct store *store, const char *key, struct store_run *run, GError **error)
{
    return get_run(store, "SELECT " RUN_COLUMNS ", NULL FROM point WHERE key = ?1", key, run,
                   error);
}

bool store_is_done(struct store *store, const char *key, bool *done, GError **error)
{
    const char *const texts[] = {key, NULL};
    sqlite3_stmt *statement = store_prepare(
        store, "SELECT 1 FROM point WHERE key = ?1 AND status = 'done'", texts, error);
    *done = false;
    bool good = statement && step_to_row(store, statement, done, error);
    sqlite3_finalize(statement);
    return good;
}

bool store_metric(struct store *store, const char *key, const char *name, double *value,
                  GError **error)
{
    const char *const texts[] = {key, name, NULL};
    bool found = false;
    sqlite3_stmt *statement =
        store_prepare(store, "SELECT value FROM metric WHERE key = ?1 AND name = ?2", texts, error);
    bool good = statement && step_to_row(store, statement, &found, error);
    *value = good && found ? sqlite3_column_double(statement, 0) : (double)NAN;
    sqlite3_finalize(statement);
    return good;
}

bool store_knows_metric(struct store *store, const char *study, const char *name, bool *known,
                        GError **error)
{
    const char *const texts[] = {study, name, NULL};
    sqlite3_stmt *statement = store_prepare(
        store,
        "SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM coordinate NATURAL JOIN point WHERE study = ?1"
        " AND status = 'done') OR EXISTS (SELECT 1 FROM coordinate AS c JOIN metric AS m"
        " ON m.key = c.key WHERE c.study = ?1 AND m.name = ?2)",
        texts, error);
    *known = true;
    bool good = statement && step_to_row(store, statement, known, error);
    sqlite3_finalize(statement);
    return good;
}

/* ---- merging */

/* Runs of the other file that this one has not, or has not done. */
#define NEWER                                                                                      \
    "SELECT o.key FROM other.point AS o LEFT JOIN main.point AS p ON p.key = o.key"                \
    " WHERE p.key IS NULL OR p.status <> 'done'"

static const char merge_sql[] =
    "CREATE TEMP TABLE wanted AS " NEWER ";"
    "DELETE FROM main.metric WHERE key IN (SELECT key FROM wanted);"
    "INSERT OR REPLACE INTO main.point SELECT * FROM other.point WHERE key IN"
    " (SELECT key FROM wanted);"
    "INSERT OR REPLACE INTO main.metric SELECT * FROM other.metric WHERE key IN"
    " (SELECT key FROM wanted) ORDER BY rowid;"
    "INSERT INTO main.coordinate SELECT * FROM other.coordinate WHERE study NOT IN"
    " (SELECT name FROM main.study);"
    "INSERT OR IGNORE INTO main.study SELECT * FROM other.study;"
    "DROP TABLE wanted;";

bool store_merge(struct store *into, const char *from, GError **error)
{
    /* Says what is wrong with the file, and rolls back what a killed process has left in it. */
    struct store *other = store_open(from, STORE_READ, error);
    if (!other)
        return false;
    store_close(other);
    const char *const texts[] = {from, NULL};
    if (!store_do(into, "ATTACH ?1 AS other", texts, error))
        return false;
    bool good = store_begin(into, error);
    if (good)
        good = store_end(into, store_execute(into, merge_sql, error), error);
    return store_execute(into, "DETACH other", good ? error : NULL) && good;
}
