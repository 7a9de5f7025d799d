/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads the tables of study/store.h. The database is opened for reading and never changed. */
#include "base/input_error.h"
#include "base/json/members.h"
#include "base/json/strict.h"
#include "report/results.h"
#include "study/store.h"
#include "study/study_read.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool fail(sqlite3 *database, const char *file, GError **error)
{
    return input_error_at(error, file, 0, "not a file of study results: %s",
                          sqlite3_errmsg(database));
}

static char *column(sqlite3_stmt *statement, int index)
{
    return g_strdup((const char *)sqlite3_column_text(statement, index));
}

static sqlite3_stmt *prepare(sqlite3 *database, const char *sql)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(database, sql, -1, &statement, NULL) != SQLITE_OK)
        return NULL;
    return statement;
}

static bool take_published(struct results_study *study, const char *text, GError **error)
{
    struct study *parsed = study_parse(study->file, text, error);
    if (parsed)
        study->published = g_ptr_array_ref(parsed->published);
    study_free(parsed);
    return parsed != NULL;
}

/* Speed-ups and the like, and means and oracles of these, which come later in the array. */
static void take_relative(struct results_study *study, JsonArray *derives)
{
    for (guint i = 0; i < json_length_of(derives); i++) {
        JsonObject *derive = json_object_of(json_array_get_element(derives, i));
        const char *kind = json_text_in(derive, "kind"), *of = json_text_in(derive, "of");
        const char *name = json_text_in(derive, "name");
        bool divides = g_strcmp0(kind, "speedup") == 0 || g_strcmp0(kind, "relative") == 0;
        if (name && (divides || (of && g_hash_table_contains(study->relative, of))))
            g_hash_table_add(study->relative, g_strdup(name));
    }
}

/* Takes from the study's file what a report shows; its axes come from the points. */
static bool take_text(struct results_study *study, const char *text, GError **error)
{
    g_autoptr(JsonNode) root = json_strict_parse(study->file, text, strlen(text), error);
    if (!root)
        return false;
    if (!JSON_NODE_HOLDS_OBJECT(root))
        return input_error_in(error, study->file, study->name, "the study's text is no object");
    JsonObject *object = json_node_get_object(root);
    study->title = g_strdup(json_text_in(object, "title"));
    study->description = g_strdup(json_text_in(object, "description"));
    take_relative(study, json_array_in(object, "derive"));
    if (json_object_has_member(object, "figures"))
        study->figures = json_node_copy(json_object_get_member(object, "figures"));
    return !json_object_has_member(object, "published") || take_published(study, text, error);
}

static struct results_row *row_of(struct results_study *study, sqlite3_stmt *statement)
{
    struct results_row *row = g_new0(struct results_row, 1);
    row->position = sqlite3_column_int64(statement, 0);
    row->key = column(statement, 3);
    row->status = column(statement, 4);
    row->reason = column(statement, 5);
    row->command = column(statement, 6);
    if (!row->status)
        row->status = g_strdup("missing");
    g_ptr_array_add(study->rows, row);
    return row;
}

/* A row an axis and point, in the order of the points. */
static bool read_points(struct results_study *study, GError **error)
{
    sqlite3_stmt *statement = prepare(
        study->database, "SELECT c.position, c.axis, c.value, c.key, p.status, p.reason, p.command "
                         "FROM coordinate c LEFT JOIN point p ON p.key = c.key "
                         "WHERE c.study = ?1 ORDER BY c.position, c.rowid");
    if (!statement)
        return fail(study->database, study->file, error);
    sqlite3_bind_text(statement, 1, study->name, -1, SQLITE_STATIC);
    struct results_row *row = NULL;
    g_autoptr(GPtrArray) sets = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        if (!row || row->position != sqlite3_column_int64(statement, 0)) {
            row = row_of(study, statement);
            g_ptr_array_add(sets, g_array_new(FALSE, TRUE, sizeof(guint)));
        }
        g_autofree char *name = column(statement, 1);
        g_autofree char *label = column(statement, 2);
        int axis = results_axis_find(study, name ? name : "");
        if (axis < 0) {
            results_axis_add(study, name ? name : "");
            axis = (int)study->axes->len - 1;
        }
        GArray *values = sets->pdata[sets->len - 1];
        if (values->len <= (guint)axis)
            g_array_set_size(values, (guint)axis + 1);
        g_array_index(values, guint, axis) =
            results_label_index(study->axes->pdata[axis], label ? label : "");
    }
    sqlite3_finalize(statement);
    if (status != SQLITE_DONE)
        return fail(study->database, study->file, error);
    for (guint i = 0; i < study->rows->len; i++) {
        g_array_set_size(sets->pdata[i], study->axes->len);
        struct results_row *at = study->rows->pdata[i];
        at->values = g_memdup2(((GArray *)sets->pdata[i])->data, study->axes->len * sizeof(guint));
    }
    return true;
}

/* The first value of a statement without parameters, as text; NULL: there is none. */
static char *first_text(sqlite3 *database, const char *sql)
{
    sqlite3_stmt *statement = prepare(database, sql);
    char *text = statement && sqlite3_step(statement) == SQLITE_ROW ? column(statement, 0) : NULL;
    sqlite3_finalize(statement);
    return text;
}

/* What is read later, number by number, is there and whole. */
static bool check_database(sqlite3 *database, const char *file, GError **error)
{
    g_autofree char *application = first_text(database, "PRAGMA application_id");
    g_autofree char *version = first_text(database, "PRAGMA user_version");
    g_autofree char *state = first_text(database, "PRAGMA quick_check(1)");
    if (!application || !version || !state)
        return fail(database, file, error);
    if (strtol(application, NULL, 10) != STORE_APPLICATION)
        return input_error_at(error, file, 0, "this is not a results file of simgpu study");
    if (strtol(version, NULL, 10) != STORE_SCHEMA)
        return input_error_at(error, file, 0,
                              "its tables are of version %s, but this simgpu knows version %d",
                              version, STORE_SCHEMA);
    return strcmp(state, "ok") == 0 || input_error_at(error, file, 0, "it is damaged: %s", state);
}

bool results_read_database(struct results *results, const char *file, GError **error)
{
    sqlite3 *database = NULL;
    int opened = sqlite3_open_v2(file, &database, SQLITE_OPEN_READONLY, NULL);
    g_ptr_array_add(results->databases, database);
    if (opened != SQLITE_OK)
        return fail(database, file, error);
    if (!check_database(database, file, error))
        return false;
    sqlite3_stmt *statement = prepare(database, "SELECT name, text FROM study ORDER BY name");
    if (!statement)
        return fail(database, file, error);
    int status;
    bool right = true;
    while (right && (status = sqlite3_step(statement)) == SQLITE_ROW) {
        g_autofree char *name = column(statement, 0);
        g_autofree char *text = column(statement, 1);
        struct results_study *study = results_study_new(file, name ? name : "");
        study->database = database;
        g_ptr_array_add(results->studies, study);
        right = take_text(study, text ? text : "{}", error) && read_points(study, error);
    }
    if (right && status != SQLITE_DONE)
        right = fail(database, file, error);
    sqlite3_finalize(statement);
    if (right && results->studies->len == 0)
        right = input_error_at(error, file, 0, "there is no study in it");
    return right;
}

/* The first number of a statement that gets a text and a text or an integer. */
static double number_of(sqlite3_stmt *statement)
{
    double value = NAN;
    if (statement && sqlite3_step(statement) == SQLITE_ROW &&
        sqlite3_column_type(statement, 0) != SQLITE_NULL)
        value = sqlite3_column_double(statement, 0);
    sqlite3_finalize(statement);
    return value;
}

double results_stored_value(const struct results_study *study, const struct results_row *row,
                            const char *name)
{
    sqlite3_stmt *derived =
        prepare(study->database,
                "SELECT value FROM derived WHERE study = ?1 AND name = ?2 AND position = ?3");
    sqlite3_bind_text(derived, 1, study->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(derived, 2, name, -1, SQLITE_STATIC);
    sqlite3_bind_int64(derived, 3, row->position);
    double value = number_of(derived);
    if (!isnan(value))
        return value;
    sqlite3_stmt *metric =
        prepare(study->database, "SELECT value FROM metric WHERE key = ?1 AND name = ?2");
    sqlite3_bind_text(metric, 1, row->key, -1, SQLITE_STATIC);
    sqlite3_bind_text(metric, 2, name, -1, SQLITE_STATIC);
    return number_of(metric);
}

char **results_stored_names(const struct results_study *study, const struct results_row *row,
                            const char *pattern)
{
    GPtrArray *names = g_ptr_array_new();
    sqlite3_stmt *statement =
        prepare(study->database, "SELECT name FROM metric WHERE key = ?1 ORDER BY rowid");
    GPatternSpec *spec = g_pattern_spec_new(pattern);
    sqlite3_bind_text(statement, 1, row->key, -1, SQLITE_STATIC);
    while (statement && sqlite3_step(statement) == SQLITE_ROW) {
        char *name = column(statement, 0);
        if (name && g_pattern_spec_match_string(spec, name))
            g_ptr_array_add(names, name);
        else
            g_free(name);
    }
    g_pattern_spec_free(spec);
    sqlite3_finalize(statement);
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(names, FALSE);
}

JsonNode *results_stored_result(const struct results_study *study, const struct results_row *row)
{
    sqlite3_stmt *statement = prepare(study->database, "SELECT result FROM point WHERE key = ?1");
    sqlite3_bind_text(statement, 1, row->key, -1, SQLITE_STATIC);
    JsonNode *root = NULL;
    if (statement && sqlite3_step(statement) == SQLITE_ROW) {
        const char *text = (const char *)sqlite3_column_text(statement, 0);
        root = text ? json_strict_parse(study->file, text, strlen(text), NULL) : NULL;
    }
    sqlite3_finalize(statement);
    return root;
}
