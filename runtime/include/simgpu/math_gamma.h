/* SPDX-License-Identifier: BSD-3-Clause */
/* tgamma and lgamma. Single precision is double precision rounded.
 *
 * tgamma: by its recurrence to [1, 2] and a polynomial there; for large arguments Stirling's
 * formula with the power in two parts. Negative arguments by reflection.
 *
 * Source: Abramowitz and Stegun, "Handbook of Mathematical Functions", 6.1.15, 6.1.17, 6.1.37.
 */
#ifndef SIMGPU_MATH_GAMMA_H
#define SIMGPU_MATH_GAMMA_H

#include "simgpu/math_exp.h"
#include "simgpu/math_log.h"
#include "simgpu/math_trig.h"

/* x >= 1/2 */
SIMGPU_MATH double simgpu_gamma_positive(double x)
{
    if (x > 172.0)
        return __builtin_inf();
    if (x < 20.0) {
        double product = 1.0;
        while (x > 2.0) {
            x -= 1.0;
            product *= x;
        }
        if (x < 1.0)
            return simgpu_polynomial_gamma(x - 0.5) / x;
        return product * simgpu_polynomial_gamma(x - 1.5);
    }
    /* x^(x-1/2) e^-x sqrt(2 pi) e^(1/(12x) ...) */
    struct simgpu_pair l = simgpu_log_pair(x);
    struct simgpu_pair t = simgpu_product(x - 0.5, l.high);
    t.low += (x - 0.5) * l.low;
    struct simgpu_pair s = simgpu_sum(t.high, -x);
    s.low += t.low + simgpu_polynomial_stirling(1.0 / (x * x)) / x;
    return simgpu_exp_times(s.high, s.low, 2.50662827463100050242);
}
SIMGPU_MATH double simgpu_tgamma(double x)
{
    if (simgpu_is_nan(x))
        return x + x;
    if (x == 0.0)
        return 1.0 / x;
    if (x >= 0.5)
        return simgpu_gamma_positive(x);
    if (__builtin_floor(x) == x)
        return __builtin_nan("");
    if (x > -0.5)
        return simgpu_gamma_positive(x + 1.0) / x;
    /* pi / (sin(pi x) gamma(1 - x)), in two factors since gamma(1 - x) may overflow */
    if (x < -184.0)
        return simgpu_sinpi(x) > 0.0 ? 0.0 : -0.0;
    double sine = simgpu_sinpi(x);
    double y = -x; /* gamma(1 - x) = y gamma(y) */
    if (y > 150.0) {
        double shifted = y - 30.0, product = 1.0;
        for (int i = 0; i < 30; i++)
            product *= shifted + i;
        return 3.14159265358979311600 / (sine * y * simgpu_gamma_positive(shifted)) / product;
    }
    return 3.14159265358979311600 / (sine * y * simgpu_gamma_positive(y));
}

/* x > 0 */
SIMGPU_MATH double simgpu_lgamma_positive(double x)
{
    if (x >= 10.0) {
        double l = simgpu_log(x);
        double head = x < 1e305 ? (x - 0.5) * (l - 1.0) : x * (l - 1.0);
        /* (x - 1/2) ln x - x + ln(2 pi)/2 + tail */
        return head +
               ((0.91893853320467274178 - 0.5) + simgpu_polynomial_stirling(1.0 / x / x) / x);
    }
    if (x < 0x1p-54)
        return -simgpu_log(x);
    if (x < 0.5)
        return x * simgpu_polynomial_lgamma(x) - simgpu_log1p(x) - simgpu_log(x);
    if (x < 1.4)
        return (x - 1.0) * simgpu_polynomial_lgamma(x - 1.0) - simgpu_log1p(x - 1.0);
    double product = 1.0;
    while (x > 2.65) {
        x -= 1.0;
        product *= x;
    }
    double middle = (x - 2.0) * simgpu_polynomial_lgamma(x - 2.0);
    return product > 1.0 ? simgpu_log(product) + middle : middle;
}
SIMGPU_MATH double simgpu_lgamma(double x)
{
    if (!(__builtin_fabs(x) < __builtin_inf()))
        return x * x;
    if (x > 0.0)
        return simgpu_lgamma_positive(x);
    if (__builtin_floor(x) == x)
        return __builtin_inf();
    if (x > -0x1p-54)
        return -simgpu_log(-x);
    /* ln(pi / |x sin(pi x)|) - lgamma(-x) */
    double sine = __builtin_fabs(simgpu_sinpi(x));
    return simgpu_log(3.14159265358979311600 / (-x * sine)) - simgpu_lgamma_positive(-x);
}
SIMGPU_MATH float simgpu_tgammaf(float x)
{
    return (float)simgpu_tgamma((double)x);
}
SIMGPU_MATH float simgpu_lgammaf(float x)
{
    return (float)simgpu_lgamma((double)x);
}

#endif
