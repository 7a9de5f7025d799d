/* SPDX-License-Identifier: BSD-3-Clause */
#include "cli/run/sampling/leaps_rest.h"
#include "sampling/gaps.h"
#include "sampling/spread.h"
#include "sampling/steady.h"
#include <math.h>

enum {
    FEWEST_WINDOWS = 3,
    UNSETTLED = 20 /* periods behind a leap at the most, until it is settled. ASSUMED */
};
/* Of the difference between a wave's windows and the wave as a whole, or between blocks. ASSUMED */
static const double half = 0.5;
/* A leap that comes so far has left no warp behind at its loop's end. ASSUMED */
static const double most_of_plan = 0.98, few_at_ends = 0.02;
/* If not more warps have come there, the others go on, faster or slower. ASSUMED */
static const double some_at_ends = 0.9;
/* If blocks have come less far when the first one ends, they don't run together. ASSUMED */
static const double most_of_blocks = 0.75;
/* Blocks whose lengths differ by less are alike. ASSUMED */
static const double alike = 0.95;

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

/* Of an instruction between two rows. */
static double rate_between(const struct figure *figure, guint from, guint to)
{
    const double work = work_at(figure->leaps, to) - work_at(figure->leaps, from);
    return work > 0 ? (at(figure, to) - at(figure, from)) / work : 0;
}

/* Of an instruction in that window. */
static double rate_in(const struct figure *figure, guint number)
{
    const struct leaps_window *window =
        &g_array_index(figure->leaps->windows, struct leaps_window, number);
    return rate_between(figure, window->from, window->to);
}

/* The window right behind the gap; `to` is no row if there is none. */
static struct leaps_window behind(const struct leaps *leaps, const struct leaps_gap *gap)
{
    const guint from = gap->go + WARM_UP;
    const bool is_last = gap->window + 2 >= leaps->windows->len;
    return (struct leaps_window){from, is_last ? MIN(from + WINDOW, leaps->rows.list->len - 1)
                                               : from + WINDOW};
}

/* Whether the window behind the gap tells of it, too: not if blocks wait there at the ends of their
 * loops, or have begun or ended. */
static bool has_after(const struct leaps *leaps, const struct leaps_gap *gap)
{
    const struct leaps_window after = behind(leaps, gap);
    return gap->window + 1 < leaps->windows->len && after.to < leaps->rows.list->len &&
           after.to > after.from && gap->at_ends <= some_at_ends && gap->work > 0 &&
           leaps_calm(leaps, gap->go, after.to);
}

/* Whether some warps have come to the ends of their loops in the gap: from then on the others went
 * at another pace. */
static bool has_ends(const struct leaps_gap *gap)
{
    return gap->work < most_of_plan * gap->planned || gap->at_ends > few_at_ends;
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
    if (gap->distance <= 0 || gap->planned <= 0)
        return 0;
    return MAX(1 - MAX(took / gap->distance, gap->work / gap->planned), 0);
}

/* What is known of the parts that were not timed. */
struct parts {
    struct gap_sides *sides; /* of gaps that have two */
    unsigned n;
    double *sums; /* by window, and by gap whose own window comes behind it: figures that
                     it stands for */
    double computed, counted; /* the figure of these parts, and what was counted in their rows */
    double work, certain;
};

static void parts_clear(struct parts *parts)
{
    g_free(parts->sides);
    g_free(parts->sums);
}

#define auto_parts __attribute__((cleanup(parts_clear))) struct parts

static void add_gap(const struct figure *figure, guint i, struct parts *parts)
{
    const struct leaps *leaps = figure->leaps;
    const struct leaps_gap *gap = &g_array_index(leaps->gaps, struct leaps_gap, i);
    const guint to = g_array_index(leaps->windows, struct leaps_window, gap->window).to;
    const guint from = counts_from(leaps, gap);
    const double work = gap->work + work_at(leaps, from) - work_at(leaps, to);
    const double before = rate_in(figure, gap->window);
    parts->work += gap->work;
    parts->certain += unused(leaps, gap) * gap->work * before;
    parts->counted += at(figure, from) - at(figure, to);
    if (!has_after(leaps, gap)) {
        parts->sums[gap->window] += work * before;
        parts->computed += work * before;
        return;
    }
    const struct leaps_window own = behind(leaps, gap);
    const double after = rate_between(figure, own.from, own.to);
    const bool is_next =
        g_array_index(leaps->windows, struct leaps_window, gap->window + 1).from == own.from;
    parts->sums[gap->window] += work / 2 * before;
    parts->sums[is_next ? gap->window + 1 : leaps->windows->len + i] += work / 2 * after;
    parts->computed += work * (before + after) / 2;
    if (has_ends(gap))
        parts->certain += fabs(after - before) / 2 * work;
    else
        parts->sides[parts->n++] = (struct gap_sides){before, after, work};
}

/* Of gaps whose rows count again up to that row. */
static struct parts parts_up_to(const struct figure *figure, guint end)
{
    const struct leaps *leaps = figure->leaps;
    struct parts parts = {.sides = g_new(struct gap_sides, leaps->gaps->len + 1),
                          .sums = g_new0(double, leaps->windows->len + leaps->gaps->len + 1)};
    for (guint i = 0; i < leaps->gaps->len; i++) {
        if (counts_from(leaps, &g_array_index(leaps->gaps, struct leaps_gap, i)) > end)
            break;
        add_gap(figure, i, &parts);
    }
    return parts;
}

/* A relative error of 1 in all windows makes so much of the sum. */
static double whole_of(const struct leaps *leaps, const struct parts *parts)
{
    double squares = 0;
    for (guint i = 0; i < leaps->windows->len + leaps->gaps->len; i++)
        squares += parts->sums[i] * parts->sums[i];
    return sqrt(squares);
}

struct leaps_rest leaps_rest(const struct leaps *leaps,
                             double (*get)(const void *data, const struct wave_row *row),
                             const void *data)
{
    const struct figure figure = {leaps, get, data};
    auto_parts parts = parts_up_to(&figure, G_MAXUINT);
    const double whole = whole_of(leaps, &parts);
    const struct gaps_spread spread = gaps_spread(parts.sides, parts.n, whole);
    struct leaps_rest rest = {.computed = parts.computed, .more = parts.computed - parts.counted};
    rest.half_width = isinf(spread.chance) ? SPREAD_UNKNOWN * rest.computed
                                           : hypot(spread.chance * whole, spread.changes);
    rest.half_width += parts.certain;
    return rest;
}

double leaps_uneven(const struct leaps *leaps, double others)
{
    const struct figure cycles = {leaps, leaps_cycles_at, NULL};
    const guint windows = leaps->windows->len;
    const double longest = MAX(leaps->longest, others), shortest = MIN(leaps->shortest, others);
    if (windows == 0 || leaps->shortest == 0 || shortest >= alike * longest)
        return 0;
    const struct leaps_window *first = &g_array_index(leaps->windows, struct leaps_window, 0);
    const double beside = (double)wave_rows_at(&leaps->rows, first->to)->blocks;
    return half * (longest - shortest) * rate_in(&cycles, 0) * beside;
}

bool leaps_settled(const struct leaps *leaps)
{
    const struct figure cycles = {leaps, leaps_cycles_at, NULL};
    const guint last = leaps->rows.list->len - 1, from = last - WINDOW, gaps = leaps->gaps->len;
    if (gaps == 0 || last - leaps->go >= UNSETTLED || !leaps_calm(leaps, leaps->go, last))
        return true;
    const guint window = g_array_index(leaps->gaps, struct leaps_gap, gaps - 1).window;
    const double before = rate_in(&cycles, window);
    return fabs(rate_between(&cycles, from, last) - before) <= leaps->error * before;
}

bool leaps_turns(const struct leaps *leaps)
{
    const guint gaps = leaps->gaps->len;
    return gaps > 0 && g_array_index(leaps->gaps, struct leaps_gap, gaps - 1).work > 0 &&
           !leaps_settled(leaps);
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

/* How far windows up to that row differ. drift: if each is above the one before it, or each below,
 * as far again: blocks of the first wave begin together, and get out of step. Those of later waves
 * may be further. */
struct range {
    double width, drift;
};

static struct range range_of(const struct figure *figure, guint end)
{
    const unsigned n = windows_up_to(figure->leaps, end);
    bool up = true, down = true;
    double least = INFINITY, most = 0;
    for (unsigned i = 0; i < n; i++) {
        const double rate = rate_in(figure, i);
        up = up && (i == 0 || rate > rate_in(figure, i - 1));
        down = down && (i == 0 || rate < rate_in(figure, i - 1));
        least = MIN(least, rate);
        most = MAX(most, rate);
    }
    const bool drifts = n >= FEWEST_WINDOWS && (up || down);
    return (struct range){MAX(most - least, 0), drifts ? most - least : 0};
}

/* Of all that was simulated, and leapt over, up to the last row. ends: what leaps to the ends of
 * blocks have of the figure beyond that. */
static double rate_of_all(const struct figure *figure, double ends)
{
    const struct leaps *leaps = figure->leaps;
    const guint last = leaps->rows.list->len - 1;
    auto_parts parts = parts_up_to(figure, G_MAXUINT);
    const double work = work_at(leaps, last) - work_at(leaps, 0) + parts.work;
    const double all = at(figure, last) - at(figure, 0) + parts.computed - parts.counted + ends;
    return work > 0 ? all / work : 0;
}

/* The figures of an instruction up to that row, the first block's end. */
static struct wave_rate of_one_wave(const struct figure *figure, guint end,
                                    const struct parts *parts)
{
    const struct leaps *leaps = figure->leaps;
    const double all = at(figure, end) - at(figure, 0) + parts->computed - parts->counted;
    const double work = work_at(leaps, end) - work_at(leaps, 0) + parts->work;
    const double mean = work > 0 ? all / work : 0;
    const double changes = gaps_spread(parts->sides, parts->n, whole_of(leaps, parts)).changes;
    const struct steady windows = windows_of(figure, end);
    const struct range range = range_of(figure, end);
    const bool is_of_begin = windows.mean < half * mean; /* nearly all of it was before windows */
    const double off =
        windows.n == 0 ? 0 : (changes > 0 || is_of_begin ? 1 : half) * fabs(windows.mean - mean);
    const double differ = isinf(windows.half_width)
                              ? SPREAD_UNKNOWN * mean
                              : MIN(windows.half_width, range.width) + range.drift;
    if (changes > 0)
        return (struct wave_rate){mean, hypot(hypot(differ, off), changes / work)};
    return (struct wave_rate){mean, differ + off};
}

/* Up to the first block's end the launch is one wave of blocks. What it has of the figure is what
 * was simulated without holds and warm-ups, and what was leapt over. If something has changed in
 * the wave, others may have it or not.
 *
 * But blocks may come along one after the other: when the first one ends, the others are at their
 * begins, and what takes long may lie behind these. All that was simulated has all parts of blocks,
 * and ends in which SMs are not full. What is left out lies between the two. */
struct wave_rate leaps_beyond(const struct leaps *leaps,
                              double (*get)(const void *data, const struct wave_row *row),
                              const void *data, const struct leaps_others *others)
{
    const struct figure figure = {leaps, get, data};
    const guint end = row_of_first_end(leaps);
    auto_parts parts = parts_up_to(&figure, end);
    const struct wave_rate wave = of_one_wave(&figure, end, &parts);
    const double blocks = (double)wave_rows_at(&leaps->rows, end)->blocks;
    const double work = work_at(leaps, end) - work_at(leaps, 0) + parts.work;
    if (work >= most_of_blocks * blocks * others->length)
        return wave;
    const double all = rate_of_all(&figure, others->ends);
    const double between = (wave.mean + all) / 2;
    return (struct wave_rate){between, fabs(all - wave.mean) / 2 + SPREAD_UNKNOWN * between};
}
