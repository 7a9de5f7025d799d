/* SPDX-License-Identifier: BSD-3-Clause */
/* Numbers as floats of fewer bits than double, in every rounding.
 * Source: IEEE 754-2019, sections 4.3 and 7.4 (what overflows in a directed rounding).
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_NARROW_FLOAT_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_NARROW_FLOAT_H

#include "workloads/ptx/exec/exec.h"

/* x as VALUE_F16 or a type behind it. NaN becomes the canonical one (all bits below the sign set);
 * too large becomes infinity or, as the rounding says or if finite, the largest number. VALUE_E4M3
 * has no infinity: finite must be set. */
uint32_t exec_narrow(double x, enum value_type type, enum exec_rounding rounding, bool finite);

/* Bits of a VALUE_F16, VALUE_BF16, VALUE_E4M3 or VALUE_E5M2 as the number. */
double exec_widen(uint32_t bits, enum value_type type);

/* An integer as a double rounded to odd, so that rounding once more, to at most 40 bits, is the
 * same as rounding once. */
double exec_integer_to_odd(uint64_t magnitude);

#endif
