/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads files that `simgpu --json` wrote, one a run. */
#include "base/input_error.h"
#include "report/results.h"
#include "study/metrics.h"
#include "workloads/loader/json_strict.h"
#include <string.h>

static const struct {
    const char *axis, *member;
} axes[] = {{"platform", "gpu"}, {"workload", "workload"}, {"scheduler", "policies"}};

/* The name of the warp scheduler among the policies. */
static JsonNode *scheduler_in(JsonNode *policies)
{
    static const char *const path[] = {"warp_scheduler", "name"};
    for (guint i = 0; i < G_N_ELEMENTS(path) && policies; i++)
        policies = JSON_NODE_HOLDS_OBJECT(policies)
                       ? json_object_get_member(json_node_get_object(policies), path[i])
                       : NULL;
    return policies;
}

static const char *word(JsonNode *root, const char *member)
{
    JsonNode *node = json_object_get_member(json_node_get_object(root), member);
    if (strcmp(member, "policies") == 0)
        node = scheduler_in(node);
    if (!node || !JSON_NODE_HOLDS_VALUE(node) || json_node_get_value_type(node) != G_TYPE_STRING)
        return "";
    return json_node_get_string(node);
}

static bool is_known_version(JsonNode *root, const char *file, GError **error)
{
    JsonNode *node = json_object_get_member(json_node_get_object(root), "schema_version");
    g_autofree char *version = json_to_string(node, FALSE);
    g_autofree char *known = g_strdup_printf("%d", JSON_SCHEMA_VERSION);
    return strcmp(version, known) == 0 ||
           input_error_in(error, file, "schema_version", "it is %s, but this simgpu knows %s",
                          version, known);
}

static JsonNode *load(const char *file, GError **error)
{
    g_autofree char *text = NULL;
    gsize length;
    g_autoptr(GError) reason = NULL;
    if (!g_file_get_contents(file, &text, &length, &reason)) {
        input_error_at(error, file, 0, "%s", reason->message);
        return NULL;
    }
    if (!json_strict_check(file, text, length, error))
        return NULL;
    g_autoptr(JsonNode) root = json_from_string(text, &reason);
    if (!root || !JSON_NODE_HOLDS_OBJECT(root) ||
        !json_object_has_member(json_node_get_object(root), "schema_version")) {
        input_error_at(error, file, 0, "neither study results nor what --json writes");
        return NULL;
    }
    return is_known_version(root, file, error) ? g_steal_pointer(&root) : NULL;
}

static bool same_labels(const struct results_study *study)
{
    for (guint i = 0; i < study->rows->len; i++)
        for (guint k = 0; k < i; k++) {
            const struct results_row *a = study->rows->pdata[i], *b = study->rows->pdata[k];
            if (memcmp(a->values, b->values, G_N_ELEMENTS(axes) * sizeof *a->values) == 0)
                return true;
        }
    return false;
}

static bool keep_number(void *data, const char *name, double value)
{
    struct results_row *row = data;
    double *known = g_hash_table_lookup(row->numbers, name);
    if (known) {
        *known = value;
        return true;
    }
    char *key = g_strdup(name);
    g_hash_table_insert(row->numbers, key, g_memdup2(&value, sizeof value));
    g_ptr_array_add(row->names, key);
    return true;
}

static void add_row(struct results_study *study, const char *file, JsonNode *root)
{
    struct results_row *row = g_new0(struct results_row, 1);
    row->position = study->rows->len;
    row->key = g_strdup(file);
    row->result = root;
    row->names = g_ptr_array_new();
    row->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    metrics_each_in(json_node_get_object(root), keep_number, row);
    row->values = g_new0(guint, G_N_ELEMENTS(axes) + 1);
    for (guint i = 0; i < G_N_ELEMENTS(axes); i++)
        row->values[i] = results_label_index(study->axes->pdata[i], word(root, axes[i].member));
    JsonNode *complete = json_object_get_member(json_node_get_object(root), "complete");
    bool done = complete && JSON_NODE_HOLDS_VALUE(complete) && json_node_get_boolean(complete);
    row->status = g_strdup(done ? "done" : "failed");
    row->reason = done ? NULL : g_strconcat("ended: ", word(root, "end"), NULL);
    g_ptr_array_add(study->rows, row);
}

bool results_read_runs(struct results *results, const char *const *files, guint n, GError **error)
{
    struct results_study *study = results_study_new(files[0], "runs");
    g_ptr_array_add(results->studies, study);
    for (guint i = 0; i < G_N_ELEMENTS(axes); i++)
        results_axis_add(study, axes[i].axis);
    for (guint i = 0; i < n; i++) {
        JsonNode *root = load(files[i], error);
        if (!root)
            return false;
        add_row(study, files[i], root);
    }
    if (n == 1)
        study->title =
            g_strdup_printf("%s on %s, %s", results_label(study, study->rows->pdata[0], 1),
                            results_label(study, study->rows->pdata[0], 0),
                            results_label(study, study->rows->pdata[0], 2));
    else
        study->title = g_strdup_printf("%u runs", n);
    if (!same_labels(study))
        return true;
    struct results_axis *run = results_axis_add(study, "run");
    for (guint i = 0; i < n; i++) {
        g_autofree char *name = g_path_get_basename(files[i]);
        if (g_str_has_suffix(name, ".json"))
            name[strlen(name) - strlen(".json")] = 0;
        bool known = results_label_find(run, name) >= 0;
        ((struct results_row *)study->rows->pdata[i])->values[G_N_ELEMENTS(axes)] =
            results_label_index(run, known ? files[i] : name);
    }
    return true;
}
