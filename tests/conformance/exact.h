/* SPDX-License-Identifier: BSD-3-Clause */
/* Correctly rounded arithmetic in any float format and rounding, by MPFR, and distances from the
 * exact value for approximations.
 *
 * Values are bits of the format. Subnormal operands and results are exact; flushing and
 * saturation are the caller's. An operation on a NaN, or an invalid one, gives exact_nan.
 *
 * Source: Fousse, Hanrot, Lefevre, Pelissier, Zimmermann, "MPFR: A multiple-precision binary
 *   floating-point library with correct rounding", ACM TOMS 33(2), 2007.
 */
#ifndef SIMGPU_TESTS_CONFORMANCE_EXACT_H
#define SIMGPU_TESTS_CONFORMANCE_EXACT_H

#include "tests/conformance/operand_type.h"

#include <math.h>

enum exact_operation {
    EXACT_ADD,
    EXACT_SUB,
    EXACT_MUL,
    EXACT_FMA,
    EXACT_DIV,
    EXACT_RECIPROCAL,
    EXACT_ROOT,
    EXACT_RECIPROCAL_ROOT,
    EXACT_SINE,
    EXACT_COSINE,
    EXACT_LOG2,
    EXACT_EXP2,
    EXACT_TANH
};

/* As in PTX: .rn .rz .rm .rp. */
enum exact_rounding { EXACT_RN, EXACT_RZ, EXACT_RM, EXACT_RP };

/* The NaN of a format: 0x7fffffff as f32, 0x7fff as f16 and bf16, else a quiet one. */
uint64_t exact_nan(const struct float_format *format);
bool exact_is_nan(const struct float_format *format, uint64_t bits);
bool exact_is_infinite(const struct float_format *format, uint64_t bits);
/* A subnormal as zero of its sign; anything else as it is. */
uint64_t exact_flush(const struct float_format *format, uint64_t bits);
/* Clamped to [0, 1]; NaN as +0. */
uint64_t exact_saturate(const struct float_format *format, uint64_t bits);

uint64_t exact_apply(const struct float_format *format, enum exact_operation operation,
                     enum exact_rounding rounding, const uint64_t in[]);
/* To any format with infinities (not e4m3). */
uint64_t exact_convert(const struct float_format *to, const struct float_format *from,
                       enum exact_rounding rounding, uint64_t bits);
uint64_t exact_from_integer(const struct float_format *to, enum exact_rounding rounding,
                            bool is_signed, uint64_t value);
/* To an integral value of the same format. */
uint64_t exact_to_integral(const struct float_format *format, enum exact_rounding rounding,
                           uint64_t bits);
uint64_t exact_nearest(const struct float_format *format, double x);
/* The value of finite bits; exact, for every format here. */
double exact_double(const struct float_format *format, uint64_t bits);

/* |got - exact| of an operation on finite values; got is finite. */
double exact_absolute_error(const struct float_format *format, enum exact_operation operation,
                            const uint64_t in[], uint64_t got);
/* The same over |exact|; infinite if exact is 0 and got is not. */
double exact_relative_error(const struct float_format *format, enum exact_operation operation,
                            const uint64_t in[], uint64_t got);
/* The same in units of the last place of the exact value (never smaller than a subnormal's). */
double exact_ulp_error(const struct float_format *format, enum exact_operation operation,
                       const uint64_t in[], uint64_t got);

#endif
