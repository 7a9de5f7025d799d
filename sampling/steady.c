/* SPDX-License-Identifier: BSD-3-Clause */
#include "sampling/steady.h"
#include "sampling/student.h"
#include <math.h>

enum { FEWEST_BATCHES = 3, LONGEST_BATCH = 8 };

/* The mean of `n` figures. */
static double mean_of(const double *figures, unsigned n)
{
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += figures[i];
    return sum / n;
}

/* The standard error of the mean, from the spread of batches of so many figures; the first ones
 * that fill no batch count for nothing. */
static double batch_error(const double *figures, unsigned n, unsigned length)
{
    const unsigned n_batches = n / length;
    const double *first = figures + n % length;
    const double mean = mean_of(first, n_batches * length);
    double squares = 0;
    for (unsigned i = 0; i < n_batches; i++) {
        const double off = mean_of(first + i * length, length) - mean;
        squares += off * off;
    }
    return sqrt(squares / (n_batches - 1) / n_batches);
}

struct steady steady_from(const double *figures, unsigned n, unsigned warm_up)
{
    struct steady steady = {.n = n - warm_up};
    figures += warm_up;
    steady.mean = mean_of(figures, steady.n);
    steady.half_width = INFINITY;
    for (unsigned length = 1; length <= LONGEST_BATCH && steady.n / length >= FEWEST_BATCHES;
         length *= 2) {
        const double error = batch_error(figures, steady.n, length);
        steady.half_width = fmin(steady.half_width, student_95(steady.n / length - 1) * error);
    }
    return steady;
}

unsigned steady_warm_up(const double *figures, unsigned n)
{
    unsigned best = 0;
    double smallest = INFINITY;
    for (unsigned first = 0; first <= n / 2 && first + 1 < n; first++) {
        const double error = batch_error(figures + first, n - first, 1);
        if (error < smallest) {
            smallest = error;
            best = first;
        }
    }
    return best;
}
