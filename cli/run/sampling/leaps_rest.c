/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/leaps_rest.h"
#include "sampling/spread.h"
#include "sampling/student.h"
#include <math.h>

enum { FEWEST_DEGREES = 2 };

struct figure {
    const struct leaps *leaps;
    double (*get)(const void *data, const struct wave_row *row);
    const void *data;
};

static double work_at(const struct leaps *leaps, guint row)
{
    return (double)wave_rows_at(&leaps->rows, row)->counters.sm.warp_instructions;
}

bool leaps_calm(const struct leaps *leaps, guint from, guint to)
{
    const struct wave_row *first = wave_rows_at(&leaps->rows, from),
                          *last = wave_rows_at(&leaps->rows, to);
    return first->counters.sm.blocks == last->counters.sm.blocks && first->blocks == last->blocks;
}

static double at(const struct figure *figure, guint row)
{
    return figure->get(figure->data, wave_rows_at(&figure->leaps->rows, row));
}

/* Of an instruction in that window. */
static double rate_in(const struct figure *figure, guint number)
{
    const struct leaps_window *window =
        &g_array_index(figure->leaps->windows, struct leaps_window, number);
    const double work = work_at(figure->leaps, window->to) - work_at(figure->leaps, window->from);
    return work > 0 ? (at(figure, window->to) - at(figure, window->from)) / work : 0;
}

/* Whether the window behind the gap tells of it, too. */
static bool has_after(const struct leaps *leaps, const struct leaps_gap *gap)
{
    if (gap->window + 1 >= leaps->windows->len)
        return false;
    const guint to = g_array_index(leaps->windows, struct leaps_window, gap->window + 1).to;
    return leaps_calm(leaps, gap->go, to);
}

/* The row at which what is timed counts again. */
static guint counts_from(const struct leaps *leaps, const struct leaps_gap *gap)
{
    const guint row = gap->go + WARM_UP;
    return row < leaps->rows.list->len && leaps_calm(leaps, gap->go, row) ? row : gap->go;
}

static double cycles_at(const void *data, const struct wave_row *row)
{
    (void)data;
    return (double)row->cycles;
}

/* The part of a leap in which blocks had come to the end of their loops before others: what was
 * leapt may have taken as much longer. */
static double unused(const struct leaps *leaps, const struct leaps_gap *gap)
{
    const struct figure cycles = {leaps, cycles_at, NULL};
    const double took = gap->work * rate_in(&cycles, gap->window);
    return gap->distance > 0 ? MAX(1 - took / gap->distance, 0) : 0;
}

struct leaps_rest leaps_rest(const struct leaps *leaps,
                             double (*get)(const void *data, const struct wave_row *row),
                             const void *data)
{
    const struct figure figure = {leaps, get, data};
    const guint n = leaps->windows->len;
    g_autofree double *sums = g_new0(double, n + 1); /* by window: work that it stands for */
    struct leaps_rest rest = {0};
    double squares = 0, variance = 0, certain = 0;
    unsigned pairs = 0;
    for (guint i = 0; i < leaps->gaps->len; i++) {
        const struct leaps_gap *gap = &g_array_index(leaps->gaps, struct leaps_gap, i);
        const guint to = g_array_index(leaps->windows, struct leaps_window, gap->window).to;
        const guint from = counts_from(leaps, gap);
        const double work = gap->work + work_at(leaps, from) - work_at(leaps, to);
        const double before = rate_in(&figure, gap->window);
        certain += unused(leaps, gap) * gap->work * before;
        rest.more -= at(&figure, from) - at(&figure, to);
        if (!has_after(leaps, gap)) {
            sums[gap->window] += work;
            continue;
        }
        const double after = rate_in(&figure, gap->window + 1);
        sums[gap->window] += work / 2;
        sums[gap->window + 1] += work / 2;
        if (before + after > 0) {
            const double off = 2 * (after - before) / (after + before);
            squares += off * off / 2;
            pairs++;
        }
    }
    for (guint i = 0; i < n; i++) {
        const double part = sums[i] * rate_in(&figure, i);
        rest.computed += part;
        variance += part * part;
    }
    rest.more += rest.computed;
    rest.half_width =
        pairs > 0 ? student_95(MAX(pairs, FEWEST_DEGREES)) * sqrt(squares / pairs * variance)
                  : SPREAD_UNKNOWN * rest.computed;
    rest.half_width += certain;
    return rest;
}
