/* SPDX-License-Identifier: BSD-3-Clause */
#include "study/store_sql.h"
#include "base/input_error.h"

bool store_fail(const struct store *store, GError **error)
{
    return input_error_at(error, store->path, 0, "%s", sqlite3_errmsg(store->database));
}

bool store_execute(struct store *store, const char *sql, GError **error)
{
    return sqlite3_exec(store->database, sql, NULL, NULL, NULL) == SQLITE_OK ||
           store_fail(store, error);
}

sqlite3_stmt *store_prepare(struct store *store, const char *sql, const char *const *texts,
                            GError **error)
{
    sqlite3_stmt *statement = NULL;
    bool good = sqlite3_prepare_v2(store->database, sql, -1, &statement, NULL) == SQLITE_OK;
    for (int i = 0; good && texts && texts[i]; i++)
        good = sqlite3_bind_text(statement, i + 1, texts[i], -1, SQLITE_TRANSIENT) == SQLITE_OK;
    if (good)
        return statement;
    store_fail(store, error);
    sqlite3_finalize(statement);
    return NULL;
}

bool store_step(struct store *store, sqlite3_stmt *statement, GError **error)
{
    bool good = sqlite3_step(statement) == SQLITE_DONE || store_fail(store, error);
    sqlite3_reset(statement);
    return good;
}

bool store_do(struct store *store, const char *sql, const char *const *texts, GError **error)
{
    sqlite3_stmt *statement = store_prepare(store, sql, texts, error);
    bool good = statement && store_step(store, statement, error);
    sqlite3_finalize(statement);
    return good;
}

bool store_begin(struct store *store, GError **error)
{
    return store_execute(store, "BEGIN IMMEDIATE", error);
}

bool store_end(struct store *store, bool good, GError **error)
{
    if (good && store_execute(store, "COMMIT", error))
        return true;
    store_execute(store, "ROLLBACK", NULL);
    return false;
}
