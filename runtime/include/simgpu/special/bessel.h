/* SPDX-License-Identifier: BSD-3-Clause */
/* Bessel functions: j0, j1, jn, y0, y1, yn of the first and second kind, cyl_bessel_i0 and _i1.
 *
 * Below 1 they are power series. Up to 25 the functions of the first kind come from their
 * recurrence downwards, which their sum scales (Miller), and those of the second kind from
 * Neumann's series over these. Above, both are Hankel's expansions. Single precision is double
 * precision rounded. j and y have an absolute error of some 1e-15, so that they are less exact near
 * their zeros; i0 and i1 have a relative one.
 *
 * Source: Abramowitz and Stegun, "Handbook of Mathematical
 * Functions", 9.1.10, 9.1.11, 9.1.46, 9.1.88, 9.1.89, 9.2.5 to 9.2.10, 9.6.10, 9.7.1 and the method
 * of 9.12.
 */
#ifndef SIMGPU_SPECIAL_BESSEL_H
#define SIMGPU_SPECIAL_BESSEL_H

#include "simgpu/math_exp.h"
#include "simgpu/math_log.h"
#include "simgpu/math_root.h"
#include "simgpu/math_trig.h"

#define SIMGPU_EULER     0.57721566490153286061
#define SIMGPU_2_OVER_PI 0.63661977236758134308

/* J of an order, and what Y0 and Y1 are made of. */
struct simgpu_bessel {
    double j0, j1, jn;
    double y0, y1; /* the sums of Neumann's series */
};

/* 0 < x < 1 */
SIMGPU_MATH double simgpu_bessel_series(int n, double x)
{
    const double q = -0.25 * x * x;
    double term = 1.0, sum;
    for (int i = 1; i <= n && term != 0.0; i++)
        term *= 0.5 * x / i;
    sum = term;
    for (int k = 1; k <= 12; k++) {
        term *= q / ((double)k * (n + k));
        sum += term;
    }
    return sum;
}

/* x >= 1: from an order at which J is next to nothing, downwards. */
SIMGPU_MATH struct simgpu_bessel simgpu_bessel_down(int n, double x)
{
    const int highest = (double)n > x ? n : (int)x;
    const int start = 2 * ((highest + 40 + (int)(6.0 * simgpu_cbrt(x))) / 2);
    struct simgpu_bessel b = {0, 0, 0, 0, 0};
    double above = 0.0, here = 1e-250, scale = 0.0;
    for (int k = start; k > 0; k--) { /* here: J of order k, times an unknown number */
        const double sign = k / 2 % 2 == 0 ? 1.0 : -1.0;
        if (k == n)
            b.jn = here;
        if (k % 2 == 0) {
            scale += 2.0 * here;
            b.y0 += sign * here / (k / 2);
        } else if (k > 1) { /* k = 2 i + 1 */
            const int i = k / 2;
            b.y1 += sign * here * (2.0 * i + 1.0) / ((double)i * (i + 1));
        }
        b.j1 = here;
        const double below = 2.0 * k / x * here - above;
        above = here;
        here = below;
        if (here > 1e250 || here < -1e250) {
            above *= 1e-250, here *= 1e-250, scale *= 1e-250;
            b.jn *= 1e-250, b.y0 *= 1e-250, b.y1 *= 1e-250, b.j1 *= 1e-250;
        }
    }
    b.j0 = here;
    if (n == 0)
        b.jn = here;
    scale = 1.0 / (scale + here);
    b.j0 *= scale, b.j1 *= scale, b.jn *= scale, b.y0 *= scale, b.y1 *= scale;
    return b;
}

/* x >= 25, order 0 or 1; of the second kind or the first. */
SIMGPU_MATH double simgpu_bessel_far(int order, double x, int second)
{
    const double mu = 4.0 * order, s = simgpu_sin(x), c = simgpu_cos(x);
    double term = 1.0, p = 1.0, q = 0.0;
    for (int k = 1; k <= 24; k++) {
        term *= (mu - (2.0 * k - 1.0) * (2.0 * k - 1.0)) / (8.0 * k * x);
        const double sign = k / 2 % 2 == 0 ? 1.0 : -1.0;
        if (k % 2 == 0)
            p += sign * term;
        else
            q += sign * term;
        if (__builtin_fabs(term) < 1e-18)
            break;
    }
    /* the cosine and the sine of x - (order / 2 + 1 / 4) pi, times the root of 2 */
    const double cosine = order == 0 ? s + c : s - c, sine = order == 0 ? s - c : -s - c;
    const double root = __builtin_sqrt(0.5 * SIMGPU_2_OVER_PI / x);
    return root * (second ? p * sine + q * cosine : p * cosine - q * sine);
}

SIMGPU_MATH double simgpu_jn(int n, double x)
{
    double sign = 1.0, before, here;
    if (simgpu_is_nan(x))
        return x;
    if (n < 0)
        n = -n, sign = n % 2 != 0 ? -1.0 : 1.0;
    if (x < 0.0)
        x = -x, sign = n % 2 != 0 ? -sign : sign;
    if (x == 0.0 || x > 1e300)
        return x == 0.0 && n == 0 ? 1.0 : sign * 0.0;
    if (x < 1.0)
        return sign * simgpu_bessel_series(n, x);
    if (x < 25.0 || (double)n > x)
        return sign * simgpu_bessel_down(n, x).jn;
    before = simgpu_bessel_far(0, x, 0);
    if (n == 0)
        return before;
    here = simgpu_bessel_far(1, x, 0);
    for (int k = 1; k < n; k++) {
        const double next = 2.0 * k / x * here - before;
        before = here;
        here = next;
    }
    return sign * here;
}

/* 0 < x < 1 */
SIMGPU_MATH double simgpu_y0_series(double x)
{
    const double q = 0.25 * x * x;
    double term = 1.0, harmonic = 0.0, sum = 0.0;
    for (int k = 1; k <= 12; k++) {
        harmonic += 1.0 / k;
        term *= -q / ((double)k * k);
        sum -= harmonic * term;
    }
    return SIMGPU_2_OVER_PI *
           ((simgpu_log(0.5 * x) + SIMGPU_EULER) * simgpu_bessel_series(0, x) + sum);
}
SIMGPU_MATH double simgpu_y1_series(double x)
{
    const double q = 0.25 * x * x;
    double term = 0.5 * x, harmonic = 0.0, sum = 0.0;
    for (int k = 0; k <= 12; k++) {
        sum += term * (2.0 * (harmonic - SIMGPU_EULER) + 1.0 / (k + 1));
        harmonic += 1.0 / (k + 1);
        term *= -q / ((k + 1.0) * (k + 2.0));
    }
    return SIMGPU_2_OVER_PI *
           (simgpu_log(0.5 * x) * simgpu_bessel_series(1, x) - 1.0 / x - 0.5 * sum);
}

/* Y0 and Y1 of x > 0. */
SIMGPU_MATH void simgpu_bessel_second(double x, double *y0, double *y1)
{
    if (x < 1.0) {
        *y0 = simgpu_y0_series(x);
        *y1 = simgpu_y1_series(x);
    } else if (x < 25.0) {
        const struct simgpu_bessel b = simgpu_bessel_down(0, x);
        const double l = simgpu_log(0.5 * x) + SIMGPU_EULER;
        *y0 = SIMGPU_2_OVER_PI * (l * b.j0 - 2.0 * b.y0);
        *y1 = SIMGPU_2_OVER_PI * ((l - 1.0) * b.j1 - b.y1 - b.j0 / x);
    } else if (x > 1e300) {
        *y0 = *y1 = 0.0;
    } else {
        *y0 = simgpu_bessel_far(0, x, 1);
        *y1 = simgpu_bessel_far(1, x, 1);
    }
}
SIMGPU_MATH double simgpu_yn(int n, double x)
{
    double sign = 1.0, before, here;
    if (simgpu_is_nan(x) || x < 0.0)
        return __builtin_nan("");
    if (n < 0)
        n = -n, sign = n % 2 != 0 ? -1.0 : 1.0;
    if (x == 0.0)
        return -sign * __builtin_inf();
    simgpu_bessel_second(x, &before, &here);
    if (n == 0)
        return before;
    for (int k = 1; k < n && here > -__builtin_inf(); k++) {
        const double next = 2.0 * k / x * here - before;
        before = here;
        here = next;
    }
    return sign * here;
}

/* I of order 0 or 1. */
SIMGPU_MATH double simgpu_bessel_modified(int order, double x)
{
    const double y = __builtin_fabs(x), q = 0.25 * y * y, mu = 4.0 * order;
    double term = order ? 0.5 * y : 1.0, sum;
    if (simgpu_is_nan(x))
        return x;
    sum = term;
    if (y < 30.0) {
        for (int k = 1; term > 1e-17 * sum; k++) {
            term *= q / ((double)k * (k + order));
            sum += term;
        }
    } else {
        sum = term = 1.0;
        for (int k = 1; k <= 30 && __builtin_fabs(term) > 1e-17; k++) {
            term *= ((2.0 * k - 1.0) * (2.0 * k - 1.0) - mu) / (8.0 * k * y);
            sum += term;
        }
        const double half = simgpu_exp(0.5 * y);
        sum = half * (sum * __builtin_sqrt(0.25 * SIMGPU_2_OVER_PI / y)) * half;
        if (y > 720.0)
            sum = __builtin_inf();
    }
    return order && x < 0.0 ? -sum : sum;
}

SIMGPU_MATH double simgpu_j0(double x)
{
    return simgpu_jn(0, x);
}
SIMGPU_MATH double simgpu_j1(double x)
{
    return simgpu_jn(1, x);
}
SIMGPU_MATH double simgpu_y0(double x)
{
    return simgpu_yn(0, x);
}
SIMGPU_MATH double simgpu_y1(double x)
{
    return simgpu_yn(1, x);
}
SIMGPU_MATH double simgpu_cyl_bessel_i0(double x)
{
    return simgpu_bessel_modified(0, x);
}
SIMGPU_MATH double simgpu_cyl_bessel_i1(double x)
{
    return simgpu_bessel_modified(1, x);
}

#undef SIMGPU_EULER
#undef SIMGPU_2_OVER_PI

#endif
