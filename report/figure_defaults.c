/* SPDX-License-Identifier: BSD-3-Clause */
/* The figures of a study that asks for none. */
#include "report/figures.h"
#include "report/number.h"
#include <string.h>

/* Axes with more than one label, the longest first: of a chart's groups, then of its series. */
static void choose_axes(const struct results_study *study, int *x, int *series)
{
    *x = *series = -1;
    for (guint i = 0; i < study->axes->len; i++) {
        guint n = results_axis_at(study, i)->labels->len;
        if (n < 2)
            continue;
        if (*x < 0 || n > results_axis_at(study, (guint)*x)->labels->len) {
            *series = *x;
            *x = (int)i;
        } else if (*series < 0 || n > results_axis_at(study, (guint)*series)->labels->len) {
            *series = (int)i;
        }
    }
    int workload = results_axis_find(study, "workload");
    if (workload >= 0 && workload == *series &&
        results_axis_at(study, (guint)workload)->labels->len > 1) {
        *series = *x;
        *x = workload;
    }
    if (*x < 0 && study->axes->len > 0)
        *x = workload >= 0 ? workload : 0;
}

static bool all_numbers(const struct results_axis *axis)
{
    double value;
    for (guint i = 0; i < axis->labels->len; i++)
        if (!number_of_label(axis->labels->pdata[i], &value))
            return false;
    return axis->labels->len > 2;
}

/* An axis of numbers makes lines; if it is the series it becomes x. */
static enum chart_kind choose_kind(const struct results_study *study, int *x, int *series)
{
    if (*series >= 0 && all_numbers(results_axis_at(study, (guint)*series)) &&
        !all_numbers(results_axis_at(study, (guint)*x))) {
        int swapped = *x;
        *x = *series;
        *series = swapped;
    }
    return all_numbers(results_axis_at(study, (guint)*x)) ? CHART_LINES : CHART_BARS;
}

struct defaults {
    const struct results_study *study;
    GPtrArray *specs;
    int x, series;
};

static struct figure_spec *add(struct defaults *defaults, enum chart_kind kind, const char *title,
                               const char *metric)
{
    struct figure_spec *spec = figure_spec_new(kind);
    const char *const metrics[] = {metric, NULL};
    spec->title = g_strdup(title);
    spec->metrics = g_strdupv((char **)metrics);
    spec->x = g_strdup(results_axis_at(defaults->study, (guint)defaults->x)->name);
    if (defaults->series >= 0)
        spec->series = g_strdup(results_axis_at(defaults->study, (guint)defaults->series)->name);
    g_ptr_array_add(defaults->specs, spec);
    return spec;
}

static bool has_value(const struct results_study *study, const char *pattern)
{
    for (guint i = 0; i < study->rows->len; i++) {
        g_auto(GStrv) names = results_names(study, study->rows->pdata[i], pattern);
        if (names[0])
            return true;
    }
    return false;
}

/* The first label of the series, unless there is no series, is the baseline. */
static void add_normalised(struct defaults *defaults)
{
    if (defaults->series < 0)
        return;
    const struct results_axis *axis = results_axis_at(defaults->study, (guint)defaults->series);
    const struct figure_label first = {(guint)defaults->series, 0};
    g_autofree char *title =
        g_strdup_printf("Cycles, relative to %s", (char *)axis->labels->pdata[0]);
    struct figure_spec *spec = add(defaults, CHART_BARS, title, "cycles");
    g_array_append_val(spec->normalise, first);
    spec->mean = MEAN_GEOMETRIC;
}

/* What observers leave in a run; a study of many points has too many of these to look at. */
static void add_members(struct defaults *defaults)
{
    enum { MOST_POINTS = 8 };
    static const struct {
        enum chart_kind kind;
        const char *title, *member, *x, *metrics, *series, *y_label, *unit, *caption;
    } figures[] = {
        {CHART_STACKED, "Latency of the warps of the slowest block",
         "latency.kernels.*.slowest_block.warps", "warp", "parts.*,idle", NULL, "latency", "cycles",
         "idle: the warp has ended, its block has not."},
        {CHART_STACKED, "Loads in L1D by whose data they found", "locality.kernels", "name",
         "l1d.hits.*,l1d.merges.*,l1d.misses.*", NULL, "L1D accesses", NULL,
         "By who had brought, or lost, the data."},
        {CHART_STACKED, "Lines by who reads them", "sharing.kernels", "name", "lines.*", NULL,
         "lines of 128 bytes", NULL, "In a launch, all of them added up."},
        {CHART_HEAT, "Lines that two blocks share", "sharing.kernels.*.block_matrix", "block", NULL,
         NULL, "lines of 128 bytes", NULL, "On the diagonal: all lines that a block reads."},
        {CHART_HEAT, "Lines that stretches of blocks share", "policy.*.block_scheduler.matrix",
         "blocks", NULL, NULL, "lines of 128 bytes", NULL,
         "Summed over pairs of blocks; a pair within a stretch is on the diagonal."},
        {CHART_PATTERN, "Issue pattern", "pattern.kernels.*.issue", "cycle", NULL, NULL,
         "warp, in order of start", NULL,
         "Of one SM: how many instructions each warp issued in each stretch of time."},
        {CHART_LINES, "Samples over time", "samples", "end_cycle", "*.*", NULL,
         "counted in a sample", NULL, "What was counted since the sample before."}};
    if (defaults->study->rows->len > MOST_POINTS)
        return;
    for (guint i = 0; i < G_N_ELEMENTS(figures); i++) {
        struct figure_spec *spec = figure_spec_new(figures[i].kind);
        spec->optional = true;
        spec->title = g_strdup(figures[i].title);
        spec->member = g_strdup(figures[i].member);
        spec->x = g_strdup(figures[i].x);
        spec->x_label = g_strdup(g_strcmp0(spec->x, "name") == 0 ? "kernel" : NULL);
        spec->metrics = figures[i].metrics ? g_strsplit(figures[i].metrics, ",", -1) : NULL;
        spec->series = g_strdup(figures[i].series);
        spec->y_label = g_strdup(figures[i].y_label);
        spec->unit = g_strdup(figures[i].unit);
        spec->caption = g_strdup(figures[i].caption);
        g_ptr_array_add(defaults->specs, spec);
    }
}

GPtrArray *figure_specs_default(const struct results_study *study)
{
    struct defaults defaults = {
        study, g_ptr_array_new_with_free_func((GDestroyNotify)figure_spec_free), -1, -1};
    choose_axes(study, &defaults.x, &defaults.series);
    if (defaults.x < 0)
        return defaults.specs;
    enum chart_kind kind = choose_kind(study, &defaults.x, &defaults.series);
    if (kind == CHART_BARS)
        add_normalised(&defaults);
    /* The page of a single run says these in its summary: one bar is no figure. */
    if (study->rows->len > 1) {
        add(&defaults, kind, "Cycles", "cycles");
        add(&defaults, kind, "Simulated time, with copies and launches", "elapsed_ps");
    }
    if (has_value(study, "sm.slots_*")) {
        struct figure_spec *slots =
            add(&defaults, CHART_STACKED, "Where issue slots went", "sm.slots_*");
        slots->share = true;
        slots->caption = g_strdup(
            "Every cycle of every scheduler while kernels run has issued or has one reason.");
        slots->y_label = g_strdup("issue slots");
    }
    if (has_value(study, "latency.parts.*")) {
        struct figure_spec *parts =
            add(&defaults, CHART_STACKED, "Where warps' time went", "latency.parts.*");
        parts->share = true;
        parts->caption = g_strdup("Every cycle between a warp's start and its end has one part.");
        parts->y_label = g_strdup("cycles of warps");
    }
    add_members(&defaults);
    return defaults.specs;
}
