/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/cpu/llc_share.h"
#include <math.h>
#include <stdbool.h>

static double rates_left(const struct llc_user *users, unsigned n)
{
    double sum = 0;
    for (unsigned i = 0; i < n; i++)
        sum += users[i].part < 0 ? users[i].access_rate : 0;
    return sum;
}

/* Users whose part would be larger than their footprint get the footprint; false if there are none.
 */
static bool satisfy(struct llc_user *users, unsigned n, double *left)
{
    const double rates = rates_left(users, n), size = *left;
    bool any = false;
    for (unsigned i = 0; i < n; i++) {
        if (users[i].part >= 0 || users[i].footprint * rates > size * users[i].access_rate)
            continue;
        users[i].part = users[i].footprint;
        *left -= users[i].footprint;
        any = true;
    }
    return any;
}

void llc_divide(struct llc_user *users, unsigned n, double size)
{
    double left = size;
    for (unsigned i = 0; i < n; i++)
        users[i].part = users[i].access_rate > 0 ? -1 : 0; /* -1: not decided */
    while (satisfy(users, n, &left))
        ;
    const double rates = rates_left(users, n);
    for (unsigned i = 0; i < n; i++)
        if (users[i].part < 0)
            users[i].part = left * users[i].access_rate / rates;
}

double llc_misses(double part, double size, double footprint, double misses, double accesses)
{
    const double whole = fmin(size, footprint), has = fmin(part, whole);
    if (has <= 0)
        return accesses;
    return fmin(accesses, misses * sqrt(whole / has));
}

/* A part between those that a hit and the one before need loses hits in proportion. */
double llc_lost_hits(const struct llc_curve *curve, double part, double size, double footprint)
{
    const double whole = fmin(size, footprint);
    double lost = 0;
    for (unsigned i = 0; i < LLC_CURVE_WAYS; i++) {
        const double wants = fmin(whole, size * (i + 1) / LLC_CURVE_WAYS);
        const double before = fmin(size * i / LLC_CURVE_WAYS, wants * i / (i + 1));
        lost += curve->hits[i] * fmin(1, fmax(0, (wants - part) / (wants - before)));
    }
    return lost;
}
