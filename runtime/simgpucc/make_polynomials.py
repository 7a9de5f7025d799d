#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes simgpu/math_polynomials.h: the polynomials behind the device's math functions.

Each is the interpolant at Chebyshev nodes of a smooth function g on an interval, which comes within
a small factor of the best polynomial (Trefethen, "Approximation Theory and Approximation Practice",
chapter 15), computed with 60 digits and then rounded to the type. Its degree is the smallest one
whose error, weighted by what g is multiplied with, stays below the bound given here.
Needs mpmath. Usage: make_polynomials.py >math_polynomials.h
"""
import struct
import sys
from mpmath import *

mp.dps = 60


def round_to(value, kind):
    if kind == "float":
        return struct.unpack("f", struct.pack("f", float(value)))[0]
    return float(value)


def interpolant(g, low, high, degree):
    nodes = [cos(pi * (2 * k + 1) / (2 * degree + 2)) for k in range(degree + 1)]
    centre, half = (mpf(low) + high) / 2, (mpf(high) - low) / 2
    points = [centre + half * n for n in nodes]
    values = [g(p) for p in points]
    table = values[:]
    for j in range(1, degree + 1):
        for i in range(degree, j - 1, -1):
            table[i] = (table[i] - table[i - 1]) / (points[i] - points[i - j])
    power = [mpf(0)] * (degree + 1)
    for i in range(degree, -1, -1):
        power = [mpf(0)] + power[:-1]
        shifted = power[1:] + [mpf(0)]
        power = [power[k] - points[i] * shifted[k] for k in range(degree + 1)]
        power[0] += table[i]
    return power


def fit(name, kind, variable, what, g, low, high, weight, bound):
    low, high = mpf(low), mpf(high)
    for degree in range(1, 40):
        exact = interpolant(g, low, high, degree)
        grid = [low + (high - low) * (k + mpf(1) / 3) / 200 for k in range(200)]
        error = max(abs((polyval(exact[::-1], x) - g(x)) * weight(x)) for x in grid)
        if error < mpf(2) ** bound:
            break
    coefficients = [round_to(c, kind) for c in exact]
    suffix = "f" if kind == "float" else ""
    print(f"\n/* {what}, {variable} in [{nstr(low, 6)}, {nstr(high, 6)}] */")
    print(f"SIMGPU_MATH {kind} simgpu_polynomial_{name}({kind} {variable})\n{{")
    print(f"    {kind} p = {coefficients[-1].hex()}{suffix};")
    for c in reversed(coefficients[:-1]):
        print(f"    p = __builtin_fma{suffix}(p, {variable}, {c.hex()}{suffix});")
    print("    return p;\n}")


def remove_leading(function, terms):
    """(function(x) - its Taylor polynomial of that many terms) / x^terms, also near 0."""
    series = taylor(function, 0, 40)

    def g(x):
        if abs(x) < mpf("0.1"):
            return polyval(series[terms:][::-1], x)
        return (function(x) - polyval(series[:terms][::-1], x)) / x**terms

    return g


def odd_tail(function):
    """(function(x) - x) / x^3 as a function of z = x^2."""
    series = taylor(function, 0, 60)[3::2]

    def g(z):
        if z < mpf("0.01"):
            return polyval(series[::-1], z)
        x = sqrt(z)
        return (function(x) - x) / (x * z)

    return g


def atanh_tail(z):
    """(atanh(x) - x - x^3/3) / x^5"""
    if z < mpf("0.01"):
        return polyval([mpf(1) / (2 * k + 5) for k in range(40)][::-1], z)
    x = sqrt(z)
    return (atanh(x) - x - x**3 / 3) / x**5


def cosine_tail(z):
    if z < mpf("0.01"):
        return polyval([(-1) ** k / factorial(2 * k) for k in range(2, 20)][::-1], z)
    return (cos(sqrt(z)) - 1 + z / 2) / z**2


def erf_tail(z):
    if z < mpf("1e-20"):
        return 2 / sqrt(pi) - 1
    return erf(sqrt(z)) / sqrt(z) - 1


def scaled_erfcx(centre):
    """(1 + 2x) exp(x^2) erfc(x), with t = (x - centre) / (x + centre)."""

    def g(t):
        x = centre * (1 + t) / (1 - t)
        return (1 + 2 * x) * exp(x * x) * erfc(x)

    return g


def lgamma_middle(x):
    """lgamma(2 + x) / x"""
    if abs(x) < mpf("1e-15"):
        return psi(0, 2) + x * psi(1, 2) / 2
    return loggamma(2 + x) / x


def stirling_tail(z):
    """x (lgamma(x) - (x - 1/2) ln x + x - ln(2 pi)/2), z = 1/x^2"""
    x = 1 / sqrt(z)
    return x * (loggamma(x) - (x - mpf(1) / 2) * log(x) + x - log(2 * pi) / 2)


one = lambda x: 1
print(f'''/* SPDX-License-Identifier: BSD-3-Clause */
/* Polynomials of the math functions, by Horner's rule. Made by runtime/simgpucc/make_polynomials.py,
 * which says how; each comment says what is approximated.
 */
#ifndef SIMGPU_MATH_POLYNOMIALS_H
#define SIMGPU_MATH_POLYNOMIALS_H

#include "simgpu/math_base.h"''')
for kind, s, bits in (("float", "f", -27), ("double", "", -58)):
    third = mpf(1) / 3
    quarter = (pi / 4) ** 2 * mpf("1.01")
    half_ln2 = log(2) / 2 * mpf("1.01")
    top = mpf("0.03")
    fit("exp" + s, kind, "r", "(exp(r) - 1 - r - r^2/2) / r^3", remove_leading(exp, 3), -half_ln2, half_ln2,
        lambda x: x**2, bits)
    if kind == "float":
        fit("logf", kind, "f", "(log(1+f) - f) / f^2", remove_leading(log1p, 2), -third, third, lambda x: x, bits)
        fit("tanf", kind, "z", "(tan(x) - x) / x^3, z = x^2", odd_tail(tan), 0, quarter, lambda z: z, bits)
    fit("atanh" + s, kind, "z", "(atanh(x) - x - x^3/3) / x^5, z = x^2", atanh_tail, 0, top,
        lambda z: z**2, bits if kind == "double" else -34)
    fit("sin" + s, kind, "z", "(sin(x) - x) / x^3, z = x^2", odd_tail(sin), 0, quarter, lambda z: z, bits)
    fit("cos" + s, kind, "z", "(cos(x) - 1 + z/2) / z^2, z = x^2", cosine_tail, 0, quarter, lambda z: z**2, bits)
    fit("asin" + s, kind, "z", "(asin(x) - x) / x^3, z = x^2", odd_tail(asin), 0, mpf("0.2501"), lambda z: z, bits)
    fit("atan" + s, kind, "z", "(atan(x) - x) / x^3, z = x^2", odd_tail(atan), 0, 1, lambda z: z, bits)
    fit("sinh" + s, kind, "z", "(sinh(x) - x) / x^3, z = x^2", odd_tail(sinh), 0, 1, lambda z: z, bits)
    fit("tanh" + s, kind, "z", "(tanh(x) - x) / x^3, z = x^2", odd_tail(tanh), 0, mpf("0.3026"), lambda z: z, bits)
    fit("erf" + s, kind, "z", "erf(x)/x - 1, z = x^2", erf_tail, 0, 1, one, bits)
    fit("erfcx" + s, kind, "t", "(1 + 2x) exp(x^2) erfc(x), t = (x-4)/(x+4), x from 0.5 on", scaled_erfcx(4),
        -mpf("3.5") / mpf("4.5"), mpf("0.99999999"), one, bits)
fit("gamma", "double", "t", "gamma(1.5 + t)", lambda t: gamma(mpf("1.5") + t), -0.5, 0.5, one, -58)
fit("lgamma", "double", "x", "lgamma(2 + x) / x", lgamma_middle, -0.65, 0.65, one, -58)
fit("stirling", "double", "z", "x (lgamma(x) - (x-1/2) ln x + x - ln(2 pi)/2), z = 1/x^2, x >= 8",
    stirling_tail, mpf("1e-12"), mpf(1) / 64, lambda z: mpf(1) / 8, -58)
print("\n#endif")
