/* SPDX-License-Identifier: BSD-3-Clause */
/* Opening results files, and what studies have in them; runs are in store_runs.c. */
#include "study/store.h"
#include "base/input_error.h"
#include "study/store_sql.h"
#include <math.h>

/* ASSUMED: longer than anybody writes. */
enum { BUSY_MS = 60000 };

static const char schema[] =
    "CREATE TABLE study(name TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL);"
    "CREATE TABLE point(key TEXT PRIMARY KEY NOT NULL, status TEXT NOT NULL, reason TEXT,"
    " command TEXT, wall_s REAL, user_s REAL, rss_kb INTEGER, version TEXT, started TEXT,"
    " result TEXT);"
    "CREATE TABLE coordinate(study TEXT NOT NULL, position INTEGER NOT NULL, axis TEXT NOT NULL,"
    " value TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY(study, position, axis));"
    "CREATE TABLE metric(key TEXT NOT NULL, name TEXT NOT NULL, value REAL,"
    " PRIMARY KEY(key, name));"
    "CREATE TABLE derived(study TEXT NOT NULL, name TEXT NOT NULL, position INTEGER NOT NULL,"
    " value REAL NOT NULL, PRIMARY KEY(study, name, position));";

/* ---- statements */

/* ---- opening */

static bool pragma_value(struct store *store, const char *sql, int *value, GError **error)
{
    sqlite3_stmt *statement = store_prepare(store, sql, NULL, error);
    bool good = statement && (sqlite3_step(statement) == SQLITE_ROW || store_fail(store, error));
    *value = good ? sqlite3_column_int(statement, 0) : 0;
    sqlite3_finalize(statement);
    return good;
}

/* A file of another make must not be touched. */
static bool check_schema(struct store *store, bool *empty, GError **error)
{
    int application, version, tables;
    if (!pragma_value(store, "PRAGMA application_id", &application, error) ||
        !pragma_value(store, "PRAGMA user_version", &version, error) ||
        !pragma_value(store, "SELECT count(*) FROM sqlite_master", &tables, error))
        return false;
    *empty = tables == 0 && application == 0;
    if (!*empty && application != STORE_APPLICATION)
        return input_error_at(error, store->path, 0, "this is not a results file of simgpu study");
    return *empty || version == STORE_SCHEMA ||
           input_error_at(error, store->path, 0,
                          "its tables are of version %d, but this simgpu knows version %d", version,
                          STORE_SCHEMA);
}

static bool make_tables(struct store *store, GError **error)
{
    g_autofree char *marks = g_strdup_printf("PRAGMA application_id = %d; PRAGMA user_version = %d",
                                             STORE_APPLICATION, STORE_SCHEMA);
    bool empty;
    if (!store_begin(store, error))
        return false;
    bool good = check_schema(store, &empty, error);
    if (good && empty)
        good = store_execute(store, schema, error) && store_execute(store, marks, error);
    return store_end(store, good, error);
}

static bool open_tables(struct store *store, enum store_mode mode, GError **error)
{
    bool empty;
    sqlite3_busy_timeout(store->database, BUSY_MS);
    /* One look: between two another process may make the tables. */
    if (!store_execute(store, "BEGIN", error) ||
        !store_end(store, check_schema(store, &empty, error), error))
        return false;
    if (empty && mode == STORE_READ)
        return input_error_at(error, store->path, 0, "this results file is empty");
    return !empty || make_tables(store, error);
}

struct store *store_open(const char *path, enum store_mode mode, GError **error)
{
    struct store *store = g_new0(struct store, 1);
    store->path = g_strdup(path);
    int flags =
        mode == STORE_READ ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    /* A reader writes, too, when it rolls back what a killed process has left; SQLite opens a file
     * that cannot be written for reading. */
    bool good = mode == STORE_WRITE || g_file_test(path, G_FILE_TEST_EXISTS) ||
                input_error_at(error, path, 0, "there is no such results file");
    good = good && (sqlite3_open_v2(path, &store->database, flags, NULL) == SQLITE_OK ||
                    store_fail(store, error));
    good = good && open_tables(store, mode, error);
    if (!good)
        g_clear_pointer(&store, store_close);
    return store;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    sqlite3_close(store->database);
    g_free(store->path);
    g_free(store);
}

sqlite3 *store_database(struct store *store)
{
    return store->database;
}

/* ---- studies */

static bool put_coordinates(struct store *store, const struct study *study, const GPtrArray *points,
                            GError **error)
{
    const char *const name[] = {study->name, NULL};
    sqlite3_stmt *statement =
        store_prepare(store, "INSERT INTO coordinate VALUES(?1, ?2, ?3, ?4, ?5)", name, error);
    bool good = statement;
    for (unsigned i = 0; good && i < points->len; i++) {
        const struct study_point *point = points->pdata[i];
        for (unsigned a = 0; good && a < study->axes->len; a++) {
            const struct study_axis *axis = study->axes->pdata[a];
            sqlite3_bind_int(statement, 2, (int)point->position);
            sqlite3_bind_text(statement, 3, axis->name, -1, SQLITE_STATIC);
            sqlite3_bind_text(statement, 4, study_point_label(study, point, a), -1, SQLITE_STATIC);
            sqlite3_bind_text(statement, 5, point->key, -1, SQLITE_STATIC);
            good = store_step(store, statement, error);
        }
    }
    sqlite3_finalize(statement);
    return good;
}

bool store_put_study(struct store *store, const struct study *study, const GPtrArray *points,
                     GError **error)
{
    const char *const texts[] = {study->name, study->text, NULL};
    const char *const name[] = {study->name, NULL};
    if (!store_begin(store, error))
        return false;
    bool good = store_do(store, "INSERT OR REPLACE INTO study VALUES(?1, ?2)", texts, error) &&
                store_do(store, "DELETE FROM coordinate WHERE study = ?1", name, error) &&
                put_coordinates(store, study, points, error);
    return store_end(store, good, error);
}

static bool put_values(struct store *store, sqlite3_stmt *statement, const char *name,
                       const double *values, unsigned n, GError **error)
{
    sqlite3_bind_text(statement, 2, name, -1, SQLITE_STATIC);
    for (unsigned i = 0; i < n; i++) {
        if (isnan(values[i]))
            continue;
        sqlite3_bind_int(statement, 3, (int)i);
        sqlite3_bind_double(statement, 4, values[i]);
        if (!store_step(store, statement, error))
            return false;
    }
    return true;
}

bool store_put_derived(struct store *store, const char *study, const char *const *names,
                       const double *values, unsigned n_points, GError **error)
{
    const char *const name[] = {study, NULL};
    if (!store_begin(store, error))
        return false;
    bool good = store_do(store, "DELETE FROM derived WHERE study = ?1", name, error);
    sqlite3_stmt *statement = store_prepare(store, "INSERT INTO derived VALUES(?1, ?2, ?3, ?4)",
                                            name, good ? error : NULL);
    good = good && statement;
    for (unsigned i = 0; good && names[i]; i++)
        good =
            put_values(store, statement, names[i], values + (size_t)i * n_points, n_points, error);
    sqlite3_finalize(statement);
    return store_end(store, good, error);
}
