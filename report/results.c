/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/results.h"
#include "base/input_error.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void axis_free(gpointer data)
{
    struct results_axis *axis = data;
    g_free(axis->name);
    g_ptr_array_unref(axis->labels);
    g_free(axis);
}

void results_row_free(struct results_row *row)
{
    g_free(row->key);
    g_free(row->values);
    g_free(row->status);
    g_free(row->reason);
    g_free(row->command);
    g_clear_pointer(&row->result, json_node_unref);
    g_clear_pointer(&row->names, g_ptr_array_unref);
    g_clear_pointer(&row->numbers, g_hash_table_unref);
    g_free(row);
}

struct results_study *results_study_new(const char *file, const char *name)
{
    struct results_study *study = g_new0(struct results_study, 1);
    study->file = g_strdup(file);
    study->name = g_strdup(name);
    study->relative = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    study->axes = g_ptr_array_new_with_free_func(axis_free);
    study->rows = g_ptr_array_new_with_free_func((GDestroyNotify)results_row_free);
    return study;
}

void results_study_free(struct results_study *study)
{
    g_free(study->file);
    g_free(study->name);
    g_free(study->title);
    g_free(study->description);
    g_ptr_array_unref(study->axes);
    g_ptr_array_unref(study->rows);
    g_hash_table_unref(study->relative);
    g_clear_pointer(&study->figures, json_node_unref);
    g_clear_pointer(&study->published, g_ptr_array_unref);
    g_free(study);
}

struct results_axis *results_axis_add(struct results_study *study, const char *name)
{
    struct results_axis *axis = g_new0(struct results_axis, 1);
    axis->name = g_strdup(name);
    axis->labels = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(study->axes, axis);
    return axis;
}

int results_axis_find(const struct results_study *study, const char *name)
{
    for (guint i = 0; i < study->axes->len; i++)
        if (strcmp(results_axis_at(study, i)->name, name) == 0)
            return (int)i;
    return -1;
}

const struct results_axis *results_axis_at(const struct results_study *study, guint axis)
{
    return study->axes->pdata[axis];
}

int results_label_find(const struct results_axis *axis, const char *label)
{
    for (guint i = 0; i < axis->labels->len; i++)
        if (strcmp(axis->labels->pdata[i], label) == 0)
            return (int)i;
    return -1;
}

guint results_label_index(struct results_axis *axis, const char *label)
{
    int found = results_label_find(axis, label);
    if (found >= 0)
        return (guint)found;
    g_ptr_array_add(axis->labels, g_strdup(label));
    return axis->labels->len - 1;
}

const char *results_label(const struct results_study *study, const struct results_row *row,
                          guint axis)
{
    return results_axis_at(study, axis)->labels->pdata[row->values[axis]];
}

char *results_row_text(const struct results_study *study, const struct results_row *row)
{
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < study->axes->len; i++)
        g_string_append_printf(text, "%s%s=%s", i > 0 ? ", " : "", results_axis_at(study, i)->name,
                               results_label(study, row, i));
    return g_string_free(text, FALSE);
}

/* A member of an object, or by its number an element of an array. */
static JsonNode *step(JsonNode *node, const char *name)
{
    guint64 index;
    if (JSON_NODE_HOLDS_OBJECT(node))
        return json_object_get_member(json_node_get_object(node), name);
    if (!JSON_NODE_HOLDS_ARRAY(node) ||
        !g_ascii_string_to_unsigned(name, 10, 0, G_MAXUINT, &index, NULL) ||
        index >= json_array_get_length(json_node_get_array(node)))
        return NULL;
    return json_array_get_element(json_node_get_array(node), (guint)index);
}

static JsonNode *descend(JsonNode *node, const char *path)
{
    g_auto(GStrv) names = g_strsplit(path, ".", -1);
    for (char **name = names; *name && node; name++)
        node = step(node, *name);
    return node;
}

double results_value(const struct results_study *study, const struct results_row *row,
                     const char *name)
{
    if (!row->numbers)
        return results_stored_value(study, row, name);
    const double *value = g_hash_table_lookup(row->numbers, name);
    return value ? *value : NAN;
}

/* In the order of the result, which is that of the counters' tables. */
char **results_names(const struct results_study *study, const struct results_row *row,
                     const char *pattern)
{
    if (!row->numbers)
        return results_stored_names(study, row, pattern);
    GPtrArray *names = g_ptr_array_new();
    GPatternSpec *spec = g_pattern_spec_new(pattern);
    for (guint i = 0; i < row->names->len; i++)
        if (g_pattern_spec_match_string(spec, row->names->pdata[i]))
            g_ptr_array_add(names, g_strdup(row->names->pdata[i]));
    g_pattern_spec_free(spec);
    g_ptr_array_add(names, NULL);
    return (char **)g_ptr_array_free(names, FALSE);
}

JsonNode *results_member(const struct results_study *study, const struct results_row *row,
                         const char *path)
{
    g_autoptr(JsonNode) root =
        row->result ? json_node_ref(row->result) : results_stored_result(study, row);
    JsonNode *node = root ? descend(root, path) : NULL;
    return node ? json_node_copy(node) : NULL;
}

static bool is_database(const char *file, bool *yes, GError **error)
{
    static const char magic[16] = "SQLite format 3";
    char start[sizeof magic] = {0};
    FILE *stream = fopen(file, "rb");
    if (!stream)
        return input_error_at(error, file, 0, "%s", g_strerror(errno));
    size_t n = fread(start, 1, sizeof start, stream);
    fclose(stream);
    *yes = n == sizeof start && memcmp(start, magic, sizeof magic) == 0;
    return true;
}

static void close_database(gpointer database)
{
    sqlite3_close(database);
}

struct results *results_open(const char *const *files, GError **error)
{
    struct results *results = g_new0(struct results, 1);
    results->studies = g_ptr_array_new_with_free_func((GDestroyNotify)results_study_free);
    results->databases = g_ptr_array_new_with_free_func(close_database);
    g_autoptr(GPtrArray) runs = g_ptr_array_new();
    bool right = true;
    for (guint i = 0; right && files[i]; i++) {
        bool database = false;
        right = is_database(files[i], &database, error);
        if (right && database)
            right = results_read_database(results, files[i], error);
        else if (right)
            g_ptr_array_add(runs, (gpointer)files[i]);
    }
    if (right && runs->len > 0)
        right = results_read_runs(results, (const char *const *)runs->pdata, runs->len, error);
    if (!right)
        g_clear_pointer(&results, results_free);
    return results;
}

void results_free(struct results *results)
{
    if (!results)
        return;
    g_ptr_array_unref(results->studies);
    g_ptr_array_unref(results->databases);
    g_free(results);
}
