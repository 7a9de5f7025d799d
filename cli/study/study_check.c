/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/study/study_check.h"
#include "base/input_error.h"
#include "base/nearest_name.h"
#include "models/core/platform/platform.h"
#include "report/figure_spec.h"
#include "report/results.h"
#include "workloads/loader/workload.h"
#include "workloads/sass_trace/workload.h"
#include <string.h>

/* ---- keys of "set" -------------------------------------------------------------------------- */

struct checker {
    const struct study *study;
    GHashTable *names; /* of a platform's file: GPtrArray of its keys; NULL: it can't be read */
    GHashTable *seen;  /* "workload set": has been found good */
};

static void add_name(void *data, const char *name, const char *value)
{
    (void)value;
    g_ptr_array_add(data, g_strdup(name));
}

static void free_names(void *names)
{
    if (names)
        g_ptr_array_unref(names);
}

static const GPtrArray *names_of(struct checker *checker, const char *file)
{
    gpointer names = NULL;
    if (g_hash_table_lookup_extended(checker->names, file, NULL, &names))
        return names;
    struct platform *platform = platform_load(file, NULL);
    if (platform) {
        names = g_ptr_array_new_with_free_func(g_free);
        platform_each_value(platform, add_name, names);
        platform_free(platform);
    }
    g_hash_table_insert(checker->names, g_strdup(file), names);
    return names;
}

static bool refuse(const struct checker *checker, const struct study_point *point, const char *what,
                   GError **error)
{
    return input_error_at(error, checker->study->file, 0, "set: point %u: %s", point->position,
                          what);
}

static bool check_scalar(struct checker *checker, const struct study_point *point, const char *set,
                         GError **error)
{
    const char *file = point->setting.workload;
    char *seen = g_strconcat(file, "\n", set, NULL);
    if (!g_hash_table_add(checker->seen, seen))
        return true;
    g_autoptr(GError) problem = NULL;
    struct workload *workload = workload_load(file, NULL);
    if (!workload)
        return true;
    const char *equals = strchr(set, '=');
    g_autofree char *target = g_strndup(set, (gsize)(equals - set));
    bool good = workload_set(workload, target, equals + 1, &problem);
    workload_free(workload);
    return good || refuse(checker, point, problem->message, error);
}

static bool is_of_policy(const char *set)
{
    for (unsigned kind = 0; kind < POLICY_KINDS; kind++) {
        const char *name = policy_kinds[kind]->name;
        if (g_str_has_prefix(set, name) && set[strlen(name)] == '.')
            return true;
    }
    return false;
}

static bool check_set(struct checker *checker, const struct study_point *point, const char *set,
                      GError **error)
{
    const struct study_setting *setting = &point->setting;
    bool scalars = setting->workload && !trace_workload_recognise(setting->workload);
    if (scalars && g_str_has_prefix(set, "scalars."))
        return check_scalar(checker, point, set, error);
    if (is_of_policy(set) || g_str_has_prefix(set, "engine.lookahead="))
        return true; /* what a policy reads is known when it is made, a plug-in's, too */
    const GPtrArray *names = setting->platform ? names_of(checker, setting->platform) : NULL;
    g_autofree char *key = g_strndup(set, strcspn(set, "="));
    for (guint i = 0; names && i < names->len; i++)
        if (strcmp(names->pdata[i], key) == 0)
            return true;
    if (!names)
        return true;
    g_autofree char *hint = nearest_hint(key, names);
    g_autofree char *what = g_strdup_printf("%s has no \"%s\"%s", setting->platform, key, hint);
    return refuse(checker, point, what, error);
}

static bool check_sets(const struct study *study, const GPtrArray *points, GError **error)
{
    struct checker checker = {
        .study = study,
        .names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_names),
        .seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
    bool good = true;
    for (guint i = 0; good && i < points->len; i++) {
        const struct study_point *point = points->pdata[i];
        for (char **set = point->setting.set; good && *set; set++)
            good = check_set(&checker, point, *set, error);
    }
    g_hash_table_unref(checker.names);
    g_hash_table_unref(checker.seen);
    return good;
}

/* ---- figures -------------------------------------------------------------------------------- */

/* A report's reader of figures looks at the axes, and at no points. */
static bool check_figures(const struct study *study, GError **error)
{
    if (!study->figures)
        return true;
    struct results_study *results = results_study_new(study->file, study->name);
    results->figures = json_node_ref(study->figures);
    for (guint i = 0; i < study->axes->len; i++) {
        const struct study_axis *axis = study->axes->pdata[i];
        struct results_axis *known = results_axis_add(results, axis->name);
        for (guint k = 0; k < axis->values->len; k++)
            results_label_index(known, ((const struct study_value *)axis->values->pdata[k])->label);
    }
    GPtrArray *specs = figure_specs_read(results, error);
    if (specs)
        g_ptr_array_unref(specs);
    results_study_free(results);
    return specs != NULL;
}

bool study_check(const struct study *study, const GPtrArray *points, GError **error)
{
    return check_figures(study, error) && check_sets(study, points, error);
}
