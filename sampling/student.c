/* SPDX-License-Identifier: BSD-3-Clause */
/* Source: the quantile 0.975 of Student's t distribution, as in any table of it. */
#include "sampling/student.h"
#include <math.h>

double student_95(double degrees)
{
    static const double factors[] = {INFINITY, 12.706, 4.303, 3.182, 2.776, 2.571, 2.447,
                                     2.365,    2.306,  2.262, 2.228, 2.201, 2.179, 2.160,
                                     2.145,    2.131,  2.120, 2.110, 2.101, 2.093, 2.086};
    const unsigned n = sizeof factors / sizeof factors[0];
    if (degrees < n - 1) { /* their reciprocals bend least */
        const unsigned below = (unsigned)degrees;
        const double part = degrees - below;
        return part > 0 ? 1 / ((1 - part) / factors[below] + part / factors[below + 1])
                        : factors[below];
    }
    /* The first two terms of the expansion around the normal distribution's 1.960: they agree with
     * tables to 0.001 from 20 degrees on. */
    return 1.960 + 2.372 / degrees + 2.82 / (degrees * degrees);
}
