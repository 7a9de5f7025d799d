/* SPDX-License-Identifier: BSD-3-Clause */
#include "sampling/steady.h"
#include "sampling/student.h"
#include <math.h>

enum { FEWEST = 3 };
/* Figures that lean on each other more than this look like a trend: their mean tells next to
 * nothing. ASSUMED. */
static const double most_correlated = 0.9;
/* Batches that overlap tell so many times as much as those side by side (Meketon and Schmeiser). */
static const double overlapping = 1.5;

/* Pieces from `first` on, and how far each is off: what it has counted beyond the mean for its
 * work, by the mean work of a piece. */
struct pieces {
    const struct steady_series *series;
    unsigned first, n;
    double mean, mean_work;
};

static double work_of(const struct steady_series *series, unsigned i)
{
    return series->work ? series->work[i] : 1;
}

static struct pieces pieces_from(const struct steady_series *series, unsigned first)
{
    struct pieces pieces = {series, first, series->n - first, 0, 0};
    double counted = 0, work = 0;
    for (unsigned i = first; i < series->n; i++) {
        counted += series->counted[i];
        work += work_of(series, i);
    }
    pieces.mean = counted / work;
    pieces.mean_work = work / pieces.n;
    return pieces;
}

static double off(const struct pieces *pieces, unsigned i)
{
    const struct steady_series *series = pieces->series;
    return (series->counted[pieces->first + i] -
            pieces->mean * work_of(series, pieces->first + i)) /
           pieces->mean_work;
}

/* The standard error of the mean of independent batches. */
static double standard_error(const struct pieces *pieces)
{
    const unsigned n = pieces->n, batch = pieces->series->batch;
    double sum = 0, squares = 0; /* of batches */
    for (unsigned i = 0; i < n; i++) {
        sum += off(pieces, i) - (i >= batch ? off(pieces, i - batch) : 0);
        squares += i + 1 >= batch ? sum * sum : 0;
    }
    return sqrt(squares / batch / (n - batch + 1) / (n - batch));
}

/* How alike batches side by side are: 0 is not at all. What few of them show is too small by
 * (1 + 4 r) / n. */
static double correlation(const struct pieces *pieces)
{
    const unsigned batch = pieces->series->batch, batches = pieces->n / batch;
    double products = 0, squares = 0, last = 0;
    for (unsigned i = pieces->n - batches * batch; i < pieces->n; i += batch) {
        double sum = 0;
        for (unsigned k = i; k < i + batch; k++)
            sum += off(pieces, k);
        squares += sum * sum;
        products += sum * last;
        last = sum;
    }
    const double shown = squares > 0 ? products / squares : 0;
    return fmin(fmax(shown + (1 + 4 * shown) / batches, 0), most_correlated);
}

/* Of freedom. */
static double degrees(const struct pieces *pieces)
{
    const unsigned batch = pieces->series->batch;
    return batch == 1 ? pieces->n - 1 : overlapping * (pieces->n - batch) / batch;
}

struct steady steady_from(const struct steady_series *series, unsigned warm_up)
{
    const struct pieces pieces = pieces_from(series, warm_up);
    struct steady steady = {pieces.n, pieces.mean, INFINITY};
    if (pieces.n < FEWEST || pieces.n < 2 * series->batch)
        return steady;
    const double r = correlation(&pieces);
    steady.half_width =
        student_95(degrees(&pieces)) * standard_error(&pieces) * sqrt((1 + r) / (1 - r));
    return steady;
}

unsigned steady_warm_up(const struct steady_series *series)
{
    unsigned best = 0;
    double smallest = INFINITY;
    for (unsigned first = 0; first <= series->n / 2 && first + 1 < series->n; first++) {
        const double half_width = steady_from(series, first).half_width;
        if (half_width < smallest) {
            smallest = half_width;
            best = first;
        }
    }
    return best;
}
