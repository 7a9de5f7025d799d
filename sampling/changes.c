/* SPDX-License-Identifier: BSD-3-Clause */
#include "sampling/changes.h"
#include "sampling/student.h"
#include "sampling/weights.h"
#include <math.h>

enum { FEWEST = 3 }; /* of which a cut can be told */
/* Launches that are alike differ by so much, relative, even if those that were timed don't. As the
 * floor of estimates of launches. ASSUMED */
static const double least_spread = 0.003;
/* Times the quantile of 95 %: the best of several cuts is looked at. ASSUMED */
static const double doubt_of_cut = 2;

/* Cycles of launches of one size, in order. sums: of the first i. */
struct series {
    guint n;
    guint *which; /* the timed launches */
    double *sums, *squares;
};

/* Squares around the mean from `from` up to `to`. */
static double scatter(const struct series *series, guint from, guint to)
{
    const double sum = series->sums[to] - series->sums[from];
    return MAX(series->squares[to] - series->squares[from] - sum * sum / (to - from), 0);
}

/* The best place for a cut; `from` if there is none. */
static guint cut_of(const struct series *series, guint from, guint to)
{
    const guint n = to - from;
    guint best = from;
    double least = INFINITY;
    if (n < FEWEST)
        return from;
    for (guint i = from + 1; i < to; i++) {
        const double left = scatter(series, from, i) + scatter(series, i, to);
        if (left < least) {
            least = left;
            best = i;
        }
    }
    const double degrees = n - 2, t = doubt_of_cut * student_95(degrees);
    const double mean = (series->sums[to] - series->sums[from]) / n;
    const double each = MAX(least / degrees, least_spread * least_spread * mean * mean);
    return scatter(series, from, to) - least > t * t * each ? best : from;
}

/* Gives eras from `era` on; returns the next free one. */
static unsigned give_eras(struct sampling_kind *kind, const struct series *series, guint from,
                          guint to, unsigned era)
{
    const guint cut = cut_of(series, from, to);
    if (cut > from)
        return give_eras(kind, series, cut, to, give_eras(kind, series, from, cut, era));
    for (guint i = from; i < to; i++)
        g_array_index(kind->timed, struct timed_launch, series->which[i]).era = era;
    return era + 1;
}

static void add(struct series *series, const struct sampling_kind *kind, guint i)
{
    const double cycles = g_array_index(kind->timed, struct timed_launch, i).cycles;
    const guint n = series->n++;
    series->which[n] = i;
    series->sums[n + 1] = series->sums[n] + cycles;
    series->squares[n + 1] = series->squares[n] + cycles * cycles;
}

/* Only the last launch's size has one more. */
void changes_find(struct sampling_kind *kind)
{
    const guint n = kind->timed->len;
    const double size = g_array_index(kind->timed, struct timed_launch, n - 1).size;
    struct series series = {0, g_new(guint, n), g_new0(double, n + 1), g_new0(double, n + 1)};
    for (guint i = weights_first_alone(kind, WEIGHTS_ALL); i < n; i++)
        if (weights_is_same(g_array_index(kind->timed, struct timed_launch, i).size, size))
            add(&series, kind, i);
    give_eras(kind, &series, 0, series.n, 0);
    g_free(series.which);
    g_free(series.sums);
    g_free(series.squares);
}

unsigned changes_in_era(const struct sampling_kind *kind)
{
    const guint n = kind->timed->len;
    const struct timed_launch *last = &g_array_index(kind->timed, struct timed_launch, n - 1);
    unsigned alike = 0;
    for (guint i = weights_first_alone(kind, WEIGHTS_ALL); i < n; i++) {
        const struct timed_launch *timed = &g_array_index(kind->timed, struct timed_launch, i);
        alike += !weights_is_same(timed->size, last->size) || timed->era == last->era;
    }
    return alike;
}

bool changes_is_alone(const struct sampling_kind *kind, guint timed)
{
    const struct timed_launch *own = &g_array_index(kind->timed, struct timed_launch, timed);
    bool others = false;
    for (guint i = weights_first_alone(kind, WEIGHTS_ALL); i < kind->timed->len; i++) {
        const struct timed_launch *other = &g_array_index(kind->timed, struct timed_launch, i);
        if (i == timed || !weights_is_same(other->size, own->size))
            continue;
        if (other->era == own->era)
            return false;
        others = true;
    }
    return others;
}
