/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/leaps_rest.h"
#include "sampling/spread.h"
#include "sampling/steady.h"
#include "sampling/student.h"
#include <math.h>

enum { FEWEST_DEGREES = 2, FEWEST_WINDOWS = 3 };
/* Of the difference between a wave's windows and the wave as a whole. ASSUMED */
static const double half = 0.5;
/* A leap that comes so far has left no warp behind at its loop's end. ASSUMED */
static const double most_of_plan = 0.98, few_at_ends = 0.02;

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

/* Whether the window behind the gap tells of it, too: not if blocks wait there at the ends of their
 * loops, or have begun or ended. */
static bool has_after(const struct leaps *leaps, const struct leaps_gap *gap)
{
    if (gap->window + 1 >= leaps->windows->len || gap->work < most_of_plan * gap->planned ||
        gap->at_ends > few_at_ends)
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

double leaps_last_rate(const struct leaps *leaps)
{
    const struct figure cycles = {leaps, leaps_cycles_at, NULL};
    return rate_in(&cycles, leaps->windows->len - 1);
}

double leaps_cycles_at(const void *data, const struct wave_row *row)
{
    (void)data;
    return (double)row->cycles;
}

/* The part of a leap in which blocks had come to the end of their loops before others: what was
 * leapt may have taken as much longer. */
static double unused(const struct leaps *leaps, const struct leaps_gap *gap)
{
    const struct figure cycles = {leaps, leaps_cycles_at, NULL};
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

/* The last row up to the first block's end. */
static guint row_of_first_end(const struct leaps *leaps)
{
    guint row = leaps->rows.list->len - 1;
    while (row > 0 && leaps->first_end > 0 &&
           wave_rows_at(&leaps->rows, row)->at > leaps->first_end)
        row--;
    return row;
}

/* Windows up to that row. */
static unsigned windows_up_to(const struct leaps *leaps, guint end)
{
    unsigned n = 0;
    while (n < leaps->windows->len &&
           g_array_index(leaps->windows, struct leaps_window, n).to <= end)
        n++;
    return n;
}

/* Of the windows up to that row. */
static struct steady windows_of(const struct figure *figure, guint end)
{
    const unsigned n = windows_up_to(figure->leaps, end);
    g_autofree double *rates = g_new(double, n + 1);
    for (unsigned i = 0; i < n; i++)
        rates[i] = rate_in(figure, i);
    const struct steady_series series = {.counted = rates, .n = n, .batch = 1};
    return n > 0 ? steady_from(&series, 0) : (struct steady){0, 0, INFINITY};
}

double leaps_uncertainty(const struct leaps *leaps)
{
    const struct figure cycles = {leaps, leaps_cycles_at, NULL};
    const struct steady steady = windows_of(&cycles, G_MAXUINT);
    return steady.mean > 0 ? steady.half_width / steady.mean : INFINITY;
}

/* How far windows up to that row drift, if each is above the one before it, or each below: blocks
 * of the first wave begin together, and get out of step. Those of later waves may be further. */
static double drift_of(const struct figure *figure, guint end)
{
    const unsigned n = windows_up_to(figure->leaps, end);
    bool up = true, down = true;
    if (n < FEWEST_WINDOWS)
        return 0;
    for (unsigned i = 1; i < n; i++) {
        up = up && rate_in(figure, i) > rate_in(figure, i - 1);
        down = down && rate_in(figure, i) < rate_in(figure, i - 1);
    }
    return up || down ? fabs(rate_in(figure, n - 1) - rate_in(figure, 0)) : 0;
}

/* Up to there the launch is one wave of blocks. What it has of the figure is what was simulated
 * without holds and warm-ups, and what was leapt over at the rate of the window before. */
struct wave_rate leaps_beyond(const struct leaps *leaps,
                              double (*get)(const void *data, const struct wave_row *row),
                              const void *data)
{
    const struct figure figure = {leaps, get, data};
    const guint end = row_of_first_end(leaps);
    double all = at(&figure, end) - at(&figure, 0), work = work_at(leaps, end) - work_at(leaps, 0);
    for (guint i = 0; i < leaps->gaps->len; i++) {
        const struct leaps_gap *gap = &g_array_index(leaps->gaps, struct leaps_gap, i);
        const guint to = g_array_index(leaps->windows, struct leaps_window, gap->window).to;
        const guint from = counts_from(leaps, gap);
        if (from > end)
            break;
        const double passed = work_at(leaps, from) - work_at(leaps, to);
        all += (gap->work + passed) * rate_in(&figure, gap->window) -
               (at(&figure, from) - at(&figure, to));
        work += gap->work;
    }
    const double mean = work > 0 ? all / work : 0;
    const struct steady windows = windows_of(&figure, end);
    const double off = half * fabs(windows.mean - mean);
    const double known = windows.half_width + off + drift_of(&figure, end);
    return (struct wave_rate){mean, isinf(windows.half_width) ? SPREAD_UNKNOWN * mean : known};
}
