/* SPDX-License-Identifier: BSD-3-Clause */
/* Source: W. Gosset ("Student"), "The Probable Error of a Mean", Biometrika 6(1), 1908; C.
 * Spearman, "The Proof and Measurement of Association between Two Things", American Journal of
 * Psychology 15(1), 1904; NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, for the
 * quantiles. */
#include "study/agreement.h"
#include <math.h>

/* ---- signs */

char agreement_sign(double value, double neutral)
{
    const double zone = AGREEMENT_DEAD_ZONE * fabs(neutral);
    return value > neutral + zone ? '+' : value < neutral - zone ? '-' : '0';
}

char agreement_published_sign(const struct study_published *entry)
{
    if (entry->bound)
        return entry->bound == '>' ? '+' : '-';
    return entry->no_effect ? '?' : agreement_sign(entry->value, entry->neutral);
}

char agreement_own_sign(const struct study_published *entry, double own)
{
    if (isnan(own) || (entry->no_effect && !entry->bound))
        return '?';
    return agreement_sign(own, entry->bound ? entry->value : entry->neutral);
}

int agreement_same(const struct study_published *entry, double own)
{
    const char theirs = agreement_published_sign(entry), ours = agreement_own_sign(entry, own);
    return theirs == '?' || ours == '?' ? -1 : theirs == ours;
}

/* ---- intervals */

/* The 97.5 % quantile of Student's t with so many degrees of freedom; of more than 30 that of 30,
 * which is a little more. */
static double quantile(unsigned freedom)
{
    static const double quantiles[] = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
        2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
        2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
    };
    return quantiles[MIN(freedom, G_N_ELEMENTS(quantiles)) - 1];
}

struct interval agreement_interval(const double *values, unsigned n, bool geometric)
{
    double sum = 0, squares = 0;
    if (n < 2)
        return (struct interval){(double)NAN, (double)NAN};
    for (unsigned i = 0; i < n; i++)
        sum += geometric ? log(values[i]) : values[i];
    const double mean = sum / n;
    for (unsigned i = 0; i < n; i++) {
        const double off = (geometric ? log(values[i]) : values[i]) - mean;
        squares += off * off;
    }
    const double half = quantile(n - 1) * sqrt(squares / (n - 1) / n);
    if (geometric)
        return (struct interval){exp(mean - half), exp(mean + half)};
    return (struct interval){mean - half, mean + half};
}

/* ---- ranks */

/* Of value i, from 1; equal ones share the mean of theirs. */
static double rank(const double *values, unsigned n, unsigned i)
{
    unsigned below = 0, equal = 0;
    for (unsigned k = 0; k < n; k++) {
        below += values[k] < values[i];
        equal += !(values[k] < values[i] || values[k] > values[i]);
    }
    return below + (equal + 1) / 2.0;
}

double agreement_rank_correlation(const double *x, const double *y, unsigned n)
{
    const double mean = (n + 1) / 2.0;
    double xx = 0, yy = 0, xy = 0;
    for (unsigned i = 0; i < n; i++) {
        const double dx = rank(x, n, i) - mean, dy = rank(y, n, i) - mean;
        xx += dx * dx;
        yy += dy * dy;
        xy += dx * dy;
    }
    return n < 3 || xx <= 0 || yy <= 0 ? (double)NAN : xy / sqrt(xx * yy);
}
