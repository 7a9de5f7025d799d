/* SPDX-License-Identifier: BSD-3-Clause */
#include "sampling/gaps.h"
#include "sampling/student.h"
#include <glib.h>
#include <math.h>
#include <stdbool.h>

enum { FEWEST = 2 }; /* gaps that tell of chance, and degrees of freedom. ASSUMED */
/* Windows differ by so much by chance, relative, even if those that were timed don't. ASSUMED */
static const double least_chance = 0.01;
/* Times the quantile of 95 %: the gaps that differ most are looked at. ASSUMED */
static const double doubt_of_change = 2;

struct difference {
    double relative, bound;
};

static int by_relative(const void *a, const void *b)
{
    const struct difference *first = a, *second = b;
    return (first->relative > second->relative) - (first->relative < second->relative);
}

/* Mean square of one window's error, if the first n differences are by chance. */
static double square(const struct difference *differences, unsigned n)
{
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += differences[i].relative * differences[i].relative / 2;
    return sum / n;
}

/* By the first n of them. */
static double chance_of(const struct difference *differences, unsigned n)
{
    return student_95(MAX(n, FEWEST)) * sqrt(square(differences, n));
}

/* Whether all differences behind the first n are too large to be by chance. */
static bool are_changes(const struct difference *differences, unsigned n)
{
    const double largest = differences[n].relative, t = doubt_of_change * student_95(n);
    const double each = MAX(2 * square(differences, n), least_chance * least_chance);
    return largest * largest > t * t * each;
}

struct gaps_spread gaps_spread(const struct gap_sides *gaps, unsigned n, double whole)
{
    g_autofree struct difference *differences = g_new(struct difference, n + 1);
    unsigned known = 0;
    for (unsigned i = 0; i < n; i++) {
        const double off = fabs(gaps[i].after - gaps[i].before),
                     mean = (gaps[i].after + gaps[i].before) / 2;
        if (mean > 0)
            differences[known++] = (struct difference){off / mean, off / 2 * gaps[i].work};
    }
    if (known == 0)
        return (struct gaps_spread){INFINITY, 0};
    qsort(differences, known, sizeof differences[0], by_relative);
    struct gaps_spread best = {chance_of(differences, known), 0};
    double changes = 0;
    for (unsigned left = known - 1; left >= FEWEST && left < known; left--) {
        changes += differences[left].bound;
        if (!are_changes(differences, left))
            continue;
        const struct gaps_spread so = {MAX(chance_of(differences, left), least_chance), changes};
        if (so.chance * whole + so.changes < best.chance * whole + best.changes)
            best = so;
    }
    return best;
}
