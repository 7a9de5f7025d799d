/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads files that `simgpu --json` wrote, one a run. */
#include "base/json/members.h"
#include "report/results.h"
#include "results/format.h"
#include "results/numbers.h"
#include "results/result.h"
#include <string.h>

/* What tells runs apart. The first three always; kinds of policies behind them if runs differ in
 * them. */
enum { PLATFORM, WORKLOAD, SCHEDULER, AXES };
static const char *const names[AXES] = {"platform", "workload", "scheduler"};

static const char *word(JsonNode *root, const char *member)
{
    const char *text = json_text_in(json_object_of(root), member);
    return text ? text : "";
}

/* The name of the policy of a kind. */
static const char *policy(JsonNode *root, const char *kind)
{
    JsonObject *policies = json_object_in(json_object_of(root), RESULT_POLICIES);
    const char *name = json_text_in(json_object_in(policies, kind), RESULT_NAME);
    return name ? name : "";
}

/* The kinds in which the runs differ, but for the warp scheduler; g_ptr_array_unref. */
static GPtrArray *kinds_that_differ(JsonNode *const *roots, guint n)
{
    GPtrArray *kinds = g_ptr_array_new_with_free_func(g_free);
    JsonObject *policies = json_object_in(json_object_of(roots[0]), RESULT_POLICIES);
    g_autoptr(GList) members = policies ? json_object_get_members(policies) : NULL;
    for (GList *kind = members; kind; kind = kind->next) {
        bool differs = false;
        for (guint i = 1; i < n; i++)
            differs |= strcmp(policy(roots[0], kind->data), policy(roots[i], kind->data)) != 0;
        if (differs && strcmp(kind->data, "warp_scheduler") != 0)
            g_ptr_array_add(kinds, g_strdup(kind->data));
    }
    return kinds;
}

static const char *label_of(JsonNode *root, const GPtrArray *kinds, guint axis)
{
    switch (axis) {
    case PLATFORM:
        return word(root, RESULT_GPU);
    case WORKLOAD:
        return word(root, RESULT_WORKLOAD);
    case SCHEDULER:
        return policy(root, "warp_scheduler");
    default:
        return policy(root, kinds->pdata[axis - AXES]);
    }
}

static JsonNode *load(const char *file, GError **error)
{
    g_autoptr(JsonNode) root =
        result_load(file, "these are neither results of a study nor of --json", error);
    return root && result_check_version(root, file, error) ? g_steal_pointer(&root) : NULL;
}

static bool same_labels(const struct results_study *study, guint n_axes)
{
    for (guint i = 0; i < study->rows->len; i++)
        for (guint k = 0; k < i; k++) {
            const struct results_row *a = study->rows->pdata[i], *b = study->rows->pdata[k];
            if (memcmp(a->values, b->values, n_axes * sizeof *a->values) == 0)
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

static void add_row(struct results_study *study, const char *file, JsonNode *root,
                    const GPtrArray *kinds)
{
    guint n_axes = AXES + kinds->len;
    struct results_row *row = g_new0(struct results_row, 1);
    row->position = study->rows->len;
    row->key = g_strdup(file);
    row->result = root;
    row->names = g_ptr_array_new();
    row->numbers = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    result_numbers_of(json_node_get_object(root), keep_number, row);
    row->values = g_new0(guint, n_axes + 1);
    for (guint i = 0; i < n_axes; i++)
        row->values[i] = results_label_index(study->axes->pdata[i], label_of(root, kinds, i));
    bool done = json_number_in(json_node_get_object(root), RESULT_COMPLETE) == 1;
    row->status = g_strdup(done ? "done" : "failed");
    row->reason = done ? NULL : g_strconcat("ended: ", word(root, RESULT_END), NULL);
    g_ptr_array_add(study->rows, row);
}

/* The files' names tell them apart. */
static void add_run_axis(struct results_study *study, const char *const *files, guint n,
                         guint n_axes)
{
    struct results_axis *run = results_axis_add(study, "run");
    for (guint i = 0; i < n; i++) {
        g_autofree char *name = g_path_get_basename(files[i]);
        if (g_str_has_suffix(name, ".json"))
            name[strlen(name) - strlen(".json")] = 0;
        bool known = results_label_find(run, name) >= 0;
        ((struct results_row *)study->rows->pdata[i])->values[n_axes] =
            results_label_index(run, known ? files[i] : name);
    }
}

static void add_runs(struct results_study *study, const char *const *files, JsonNode *const *roots,
                     guint n)
{
    g_autoptr(GPtrArray) kinds = kinds_that_differ(roots, n);
    guint n_axes = AXES + kinds->len;
    for (guint i = 0; i < n_axes; i++)
        results_axis_add(study, i < AXES ? names[i] : kinds->pdata[i - AXES]);
    for (guint i = 0; i < n; i++)
        add_row(study, files[i], roots[i], kinds);
    const struct results_row *first = study->rows->pdata[0];
    study->title = n == 1 ? g_strdup_printf("%s on %s, %s", results_label(study, first, WORKLOAD),
                                            results_label(study, first, PLATFORM),
                                            results_label(study, first, SCHEDULER))
                          : g_strdup_printf("%u runs", n);
    if (same_labels(study, n_axes))
        add_run_axis(study, files, n, n_axes);
}

bool results_read_runs(struct results *results, const char *const *files, guint n, GError **error)
{
    struct results_study *study = results_study_new(files[0], "runs");
    g_ptr_array_add(results->studies, study);
    g_autofree JsonNode **roots = g_new0(JsonNode *, n);
    for (guint i = 0; i < n; i++) {
        roots[i] = load(files[i], error);
        if (roots[i])
            continue;
        while (i > 0)
            json_node_unref(roots[--i]);
        return false;
    }
    add_runs(study, files, roots, n);
    return true;
}
