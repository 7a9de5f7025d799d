/* SPDX-License-Identifier: BSD-3-Clause */
/* cvt: every combination of 8- to 64-bit integers and floats of 16, 32 and 64 bits, .tf32, and
 * pairs of 8-bit floats.
 *
 * exec_op.source_type and destination_type are the types; registers may be wider: the low bits
 * are read, and the result is sign- or zero-extended by its type. MODIFIER_TO_INTEGER and
 * rounding are .rni and its kin when the result is a float.
 *
 * Source: PTX ISA, "Data Movement and Conversion Instructions: cvt": a float too large for its
 *   integer type is clamped; a NaN becomes 0, but the type's lowest (unsigned: middle) value if
 *   the source is .f64 or the destination has 64 bits. .ftz is of .f32 only.
 * Differs: .relu turns -0 into +0, which the document leaves open.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_CONVERT_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_CONVERT_H

#include "workloads/ptx/exec/exec.h"

/* An exec_alu. */
void exec_convert(const struct exec_op *op, struct exec_state *state, lane_mask lanes);
/* Another, into the upper and lower half of a register: of sources 0 and 1, or of the halves of
 * source 0. Types are those of one half. */
void exec_convert_pair(const struct exec_op *op, struct exec_state *state, lane_mask lanes);

/* The low bits of raw that a type has, sign- or zero-extended to 64. */
uint64_t exec_extend(enum value_type type, uint64_t raw);

static inline unsigned exec_value_bytes(enum value_type type)
{
    static const uint8_t bytes[] = {1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 2, 2, 4, 1, 1};
    return bytes[type];
}

static inline bool exec_value_is_float(enum value_type type)
{
    return type >= VALUE_F32;
}

static inline bool exec_value_is_signed(enum value_type type)
{
    return type >= VALUE_S8 && type <= VALUE_S64;
}

#endif
