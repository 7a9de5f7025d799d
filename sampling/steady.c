/* SPDX-License-Identifier: BSD-3-Clause */
#include "sampling/steady.h"
#include "sampling/student.h"
#include <math.h>

enum { FEWEST = 3 };
/* Figures that lean on each other more than this look like a trend: their mean tells next to
 * nothing. ASSUMED. */
static const double most_correlated = 0.9;

/* The mean of `n` figures. */
static double mean_of(const double *figures, unsigned n)
{
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += figures[i];
    return sum / n;
}

/* The standard error of the mean of independent figures. */
static double standard_error(const double *figures, unsigned n)
{
    const double mean = mean_of(figures, n);
    double squares = 0;
    for (unsigned i = 0; i < n; i++)
        squares += (figures[i] - mean) * (figures[i] - mean);
    return sqrt(squares / (n - 1) / n);
}

/* How alike figures are that follow each other: 0 is not at all. What few figures show is too small
 * by (1 + 4 r) / n. */
static double correlation(const double *figures, unsigned n)
{
    const double mean = mean_of(figures, n);
    double products = 0, squares = 0;
    for (unsigned i = 0; i < n; i++) {
        squares += (figures[i] - mean) * (figures[i] - mean);
        products += i > 0 ? (figures[i] - mean) * (figures[i - 1] - mean) : 0;
    }
    const double shown = squares > 0 ? products / squares : 0;
    return fmin(fmax(shown + (1 + 4 * shown) / n, 0), most_correlated);
}

struct steady steady_from(const double *figures, unsigned n, unsigned warm_up)
{
    struct steady steady = {.n = n - warm_up};
    figures += warm_up;
    steady.mean = mean_of(figures, steady.n);
    steady.half_width = INFINITY;
    if (steady.n < FEWEST)
        return steady;
    const double r = correlation(figures, steady.n);
    steady.half_width =
        student_95(steady.n - 1) * standard_error(figures, steady.n) * sqrt((1 + r) / (1 - r));
    return steady;
}

unsigned steady_warm_up(const double *figures, unsigned n)
{
    unsigned best = 0;
    double smallest = INFINITY;
    for (unsigned first = 0; first <= n / 2 && first + 1 < n; first++) {
        const double half_width = steady_from(figures, n, first).half_width;
        if (half_width < smallest) {
            smallest = half_width;
            best = first;
        }
    }
    return best;
}
