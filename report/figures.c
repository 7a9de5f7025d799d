/* SPDX-License-Identifier: BSD-3-Clause */
#include "report/figures.h"
#include "base/kernel_name.h"
#include "results/format.h"
#include <math.h>
#include <string.h>

/* On each axis that is named the point has one of the labels, which stand together. */
static bool fits(const struct results_row *row, const GArray *labels)
{
    for (guint i = 0; i < labels->len;) {
        guint axis = g_array_index(labels, struct figure_label, i).axis;
        bool found = false;
        for (; i < labels->len && g_array_index(labels, struct figure_label, i).axis == axis; i++)
            found |= row->values[axis] == g_array_index(labels, struct figure_label, i).label;
        if (!found)
            return false;
    }
    return true;
}

/* The point that `row` is compared with; NULL: there is none. */
static const struct results_row *baseline_of(const struct figure_request *request,
                                             const struct results_row *row)
{
    const struct results_study *study = request->study;
    gsize size = study->axes->len * sizeof(guint);
    g_autofree guint *wanted = g_memdup2(row->values, size);
    const GArray *labels = request->spec->normalise;
    for (guint i = 0; i < labels->len; i++) {
        const struct figure_label *label = &g_array_index(labels, struct figure_label, i);
        wanted[label->axis] = label->label;
    }
    for (guint i = 0; i < study->rows->len; i++) {
        const struct results_row *other = study->rows->pdata[i];
        if (memcmp(other->values, wanted, size) == 0)
            return other;
    }
    return NULL;
}

/* As results have it, but of a stack's idle issue slots only those while kernels run, as in the
 * summary: outside of kernels all are, and would be most of many a stack. */
static double value_of(const struct figure_request *request, const struct results_row *row,
                       const char *metric)
{
    const struct results_study *study = request->study;
    double value = results_value(study, row, metric), all = 0;
    if (request->spec->kind != CHART_STACKED || strcmp(metric, "sm.slots_idle") != 0)
        return value;
    g_auto(GStrv) reasons = results_names(study, row, "sm.slots_*");
    for (char **reason = reasons; *reason; reason++)
        all += results_value(study, row, *reason);
    double inside = results_value(study, row, RESULT_CYCLES) *
                    results_value(study, row, RESULT_SMS) *
                    results_value(study, row, RESULT_SCHEDULERS);
    return all > inside ? MAX(value - (all - inside), 0) : value;
}

static double base_value(const struct figure_request *request, const struct results_row *baseline,
                         const char *metric)
{
    if (request->spec->kind != CHART_STACKED)
        return results_value(request->study, baseline, metric);
    double sum = 0;
    for (const char *const *part = request->metrics; *part; part++)
        sum += value_of(request, baseline, *part);
    return sum;
}

double figure_value(const struct figure_request *request, const struct results_row *row,
                    const char *metric)
{
    double value = value_of(request, row, metric);
    if (request->spec->normalise->len == 0)
        return value * (strcmp(metric_unit(metric), "ps") == 0 ? request->time_factor : 1);
    const struct results_row *baseline = baseline_of(request, row);
    double base = baseline ? base_value(request, baseline, metric) : NAN;
    value = request->spec->inverse ? base / value : value / base;
    return isfinite(value) ? value : NAN;
}

GArray *figure_labels(const struct figure_request *request, guint axis)
{
    GArray *labels = g_array_new(FALSE, FALSE, sizeof(guint));
    guint n = results_axis_at(request->study, axis)->labels->len;
    g_autofree bool *seen = g_new0(bool, n + 1);
    for (guint i = 0; i < request->rows->len; i++)
        seen[((const struct results_row *)request->rows->pdata[i])->values[axis]] = true;
    for (guint i = 0; i < n; i++)
        if (seen[i])
            g_array_append_val(labels, i);
    return labels;
}

/* The names that fit a pattern; of lists, of which the first elements are there, without these. */
static char **names_of(const struct results_study *study, const struct results_row *row,
                       const char *pattern, bool lists)
{
    g_autofree char *first = g_strconcat(pattern, lists ? ".0" : "", NULL);
    char **names = results_names(study, row, first);
    for (char **name = names; lists && *name; name++)
        (*name)[strlen(*name) - strlen(".0")] = 0;
    return names;
}

/* Patterns among the metrics become the names that fit, of the first point that has any. */
static char **expand(const struct results_study *study, const GPtrArray *rows, char *const *metrics,
                     bool lists)
{
    g_autoptr(GStrvBuilder) names = g_strv_builder_new();
    for (; metrics && *metrics; metrics++) {
        g_auto(GStrv) found = NULL;
        if (!strchr(*metrics, '*')) {
            g_strv_builder_add(names, *metrics);
            continue;
        }
        for (guint i = 0; i < rows->len && !(found && found[0]); i++) {
            g_strfreev(found);
            found = names_of(study, rows->pdata[i], *metrics, lists);
        }
        g_strv_builder_addv(names, (const char **)found);
    }
    return g_strv_builder_end(names);
}

static GPtrArray *rows_of(const struct results_study *study, const GArray *where)
{
    GPtrArray *rows = g_ptr_array_new();
    for (guint i = 0; i < study->rows->len; i++)
        if (fits(study->rows->pdata[i], where))
            g_ptr_array_add(rows, study->rows->pdata[i]);
    return rows;
}

/* Whether points that differ in this axis alone have different values: what a study derives across
 * an axis is the same for all of them. */
static bool matters(const struct figure_request *request, guint axis)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    for (guint i = 0; i < request->rows->len; i++) {
        const struct results_row *row = request->rows->pdata[i];
        for (const char *const *metric = request->metrics; *metric; metric++) {
            GString *key = g_string_new(*metric);
            for (guint k = 0; k < request->study->axes->len; k++)
                g_string_append_printf(key, "/%u", k == axis ? 0 : row->values[k]);
            double value = figure_value(request, row, *metric);
            double *before = g_hash_table_lookup(seen, key->str);
            if (before && memcmp(before, &value, sizeof value) != 0) {
                g_string_free(key, TRUE);
                return true;
            }
            g_hash_table_replace(seen, g_string_free(key, FALSE), g_memdup2(&value, sizeof value));
        }
    }
    return false;
}

/* An axis of which each value gets a figure of its own; -1: none is left. */
static int open_axis(const struct figure_request *request)
{
    const struct figure_spec *spec = request->spec;
    for (guint axis = 0; axis < request->study->axes->len; axis++) {
        const char *name = results_axis_at(request->study, axis)->name;
        bool of_series = g_strcmp0(spec->series, name) == 0;
        bool alone = spec->member || spec->profile;
        bool shown = spec->profile  ? of_series
                     : spec->member ? spec->kind == CHART_LINES && of_series
                                    : of_series || g_strcmp0(spec->x, name) == 0;
        if (shown)
            continue;
        g_autoptr(GArray) labels = figure_labels(request, axis);
        if (labels->len > 1 && (alone || matters(request, axis)))
            return (int)axis;
    }
    return -1;
}

/* The unit that all metrics have; "": none, or several. */
static const char *common_unit(const struct figure_request *request)
{
    const char *unit = request->metrics[0] ? metric_unit(request->metrics[0]) : "";
    for (const char *const *metric = request->metrics; *metric; metric++)
        if (strcmp(metric_unit(*metric), unit) != 0)
            return "";
    return unit;
}

/* Picoseconds get the unit that suits the largest of all values, the same in all figures. */
static void choose_unit(struct figure_request *request)
{
    const struct figure_spec *spec = request->spec;
    request->time_factor = 1;
    request->time_unit = "ps";
    request->unit = spec->unit ? spec->unit : common_unit(request);
    if (spec->unit || spec->normalise->len > 0)
        return;
    double largest = 0;
    for (const char *const *metric = request->metrics; *metric; metric++)
        for (guint i = 0; i < request->rows->len && strcmp(metric_unit(*metric), "ps") == 0; i++)
            largest =
                fmax(largest, results_value(request->study, request->rows->pdata[i], *metric));
    if (largest > 0)
        request->time_unit = picosecond_unit(largest, &request->time_factor);
    if (strcmp(request->unit, "ps") == 0)
        request->unit = request->time_unit;
}

struct making {
    GPtrArray *charts;
    GHashTable *taken;
};

/* Takes the chart. */
static void keep(struct making *making, struct chart *chart)
{
    if (!chart_has_data(chart)) {
        chart_free(chart);
        return;
    }
    g_autofree char *stem = g_strdup(chart->id);
    for (guint i = 2; g_hash_table_contains(making->taken, chart->id); i++) {
        g_free(chart->id);
        chart->id = g_strdup_printf("%s-%u", stem, i);
    }
    g_hash_table_add(making->taken, g_strdup(chart->id));
    g_ptr_array_add(making->charts, chart);
}

/* What an element of an array is called; g_free. */
static char *element_name(JsonNode *node, guint index)
{
    static const char *const names[] = {"kernel", "name"};
    JsonObject *object = JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
    for (guint i = 0; object && i < G_N_ELEMENTS(names); i++) {
        JsonNode *name = json_object_get_member(object, names[i]);
        if (name && JSON_NODE_HOLDS_VALUE(name) && json_node_get_value_type(name) == G_TYPE_STRING)
            return kernel_plain_name(json_node_get_string(name));
    }
    return g_strdup_printf("%u", index);
}

/* A figure, or one for each element of the array in front of a "*" in the path. */
static bool make_members(struct making *making, const struct figure_request *request,
                         const char *path, GError **error)
{
    enum { MOST_ELEMENTS = 12 };
    const char *star = strstr(path, ".*");
    if (!star || request->rows->len == 0) {
        GError *reason = NULL;
        struct chart *chart = figure_member(request, path, &reason);
        if (chart)
            keep(making, chart);
        else if (request->spec->optional)
            g_error_free(reason);
        else
            g_propagate_error(error, reason);
        return chart || request->spec->optional;
    }
    g_autofree char *before = g_strndup(path, (gsize)(star - path));
    g_autoptr(JsonNode) node = results_member(request->study, request->rows->pdata[0], before);
    JsonArray *array = node && JSON_NODE_HOLDS_ARRAY(node) ? json_node_get_array(node) : NULL;
    guint n = array ? MIN(json_array_get_length(array), MOST_ELEMENTS) : 0;
    bool right = true;
    for (guint i = 0; right && i < n; i++) {
        g_autofree char *name = element_name(json_array_get_element(array, i), i);
        g_autofree char *title = g_strdup_printf("%s: %s", request->title, name);
        g_autofree char *below = g_strdup_printf("%s.%u%s", before, i, star + strlen(".*"));
        struct figure_request part = *request;
        part.title = title;
        right = make_members(making, &part, below, error);
    }
    return right;
}

static bool make_one(struct making *making, const struct figure_request *request, GError **error)
{
    const struct figure_spec *spec = request->spec;
    if (spec->member)
        return make_members(making, request, spec->member, error);
    bool together = spec->kind == CHART_STACKED || (!spec->series && spec->kind != CHART_HEAT);
    for (const char *const *metric = request->metrics; *metric; metric++) {
        const char *const alone[] = {*metric, NULL};
        struct figure_request part = *request;
        if (!together)
            part.metrics = alone;
        keep(making, spec->profile               ? figure_profile(&part)
                     : spec->kind == CHART_LINES ? figure_lines(&part)
                                                 : figure_grid(&part));
        if (together)
            break;
    }
    return true;
}

static bool split(struct making *making, const struct figure_request *request, GError **error)
{
    int axis = open_axis(request);
    if (axis < 0)
        return make_one(making, request, error);
    g_autoptr(GArray) labels = figure_labels(request, (guint)axis);
    bool right = true;
    for (guint i = 0; right && i < labels->len; i++) {
        guint label = g_array_index(labels, guint, i);
        g_autoptr(GPtrArray) rows = g_ptr_array_new();
        for (guint k = 0; k < request->rows->len; k++)
            if (((const struct results_row *)request->rows->pdata[k])->values[axis] == label)
                g_ptr_array_add(rows, request->rows->pdata[k]);
        const struct results_axis *of = results_axis_at(request->study, (guint)axis);
        g_autofree char *title = g_strdup_printf("%s: %s %s", request->title, of->name,
                                                 (char *)of->labels->pdata[label]);
        struct figure_request part = *request;
        part.rows = rows;
        part.title = title;
        right = split(making, &part, error);
    }
    return right;
}

static char *title_of(const struct figure_spec *spec, char *const *metrics)
{
    if (spec->title)
        return g_strdup(spec->title);
    const char *what = metrics[0] ? metrics[0] : spec->member;
    return g_strdup_printf("%s%s%s", what ? what : "figure", spec->x ? " by " : "",
                           spec->x ? spec->x : "");
}

/* A figure in words, for who has asked for numbers that there are not; g_free. */
static char *asked_for(const struct figure_spec *spec, const char *title)
{
    g_autofree char *metrics =
        spec->member || !spec->metrics ? g_strdup(spec->member) : g_strjoinv(", ", spec->metrics);
    return g_strdup_printf("\"%s\", of %s", title, metrics ? metrics : "nothing");
}

GPtrArray *figures_make(const struct results_study *study, const GPtrArray *specs,
                        GHashTable *taken, GPtrArray *empty, GError **error)
{
    struct making making = {g_ptr_array_new_with_free_func((GDestroyNotify)chart_free), taken};
    for (guint i = 0; i < specs->len; i++) {
        const struct figure_spec *spec = specs->pdata[i];
        g_autoptr(GPtrArray) rows = rows_of(study, spec->where);
        g_auto(GStrv) metrics =
            expand(study, rows, spec->member ? NULL : spec->metrics, spec->profile);
        g_autofree char *title = title_of(spec, metrics);
        guint before = making.charts->len;
        struct figure_request request = {.study = study,
                                         .spec = spec,
                                         .rows = rows,
                                         .metrics = (const char *const *)metrics,
                                         .title = title};
        choose_unit(&request);
        if (!split(&making, &request, error)) {
            g_ptr_array_unref(making.charts);
            return NULL;
        }
        if (empty && making.charts->len == before)
            g_ptr_array_add(empty, asked_for(spec, title));
    }
    return making.charts;
}
