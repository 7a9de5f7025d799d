/* SPDX-License-Identifier: BSD-3-Clause */
/* Macros that write a loop over 32 lanes so that gcc and clang vectorise it.
 *
 * A lane type (u16, s16, u32, s32, u64, s64, f16, bf16, f32, f64) says how an operand's lanes are
 * stored and as what they are computed with: 16-bit floats as float. Operands are either the same
 * array or disjoint ones, so no iteration depends on another, which the pragma tells the compiler.
 */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_LANES_LANES_H
#define SIMGPU_WORKLOADS_PTX_EXEC_LANES_LANES_H

#include "base/half.h"
#include "workloads/ptx/exec/exec.h"

#ifdef __clang__
#define LANE_LOOP                                                                                  \
    _Pragma("clang loop vectorize(assume_safety)") for (unsigned i = 0; i < WARP_LANES; i++)
#else
#define LANE_LOOP _Pragma("GCC ivdep") for (unsigned i = 0; i < WARP_LANES; i++)
#endif

/* The same bytes are read as one type here and as another there. */
typedef uint32_t __attribute__((may_alias)) lane_word;
typedef uint64_t __attribute__((may_alias)) lane_long;
typedef float __attribute__((may_alias)) lane_float;
typedef double __attribute__((may_alias)) lane_double;

#define STORED_u16  lane_word
#define STORED_s16  lane_word
#define STORED_u32  lane_word
#define STORED_s32  lane_word
#define STORED_u64  lane_long
#define STORED_s64  lane_long
#define STORED_f16  lane_word
#define STORED_bf16 lane_word
#define STORED_f32  lane_float
#define STORED_f64  lane_double

#define VALUE_u16(x)  ((uint16_t)(x))
#define VALUE_s16(x)  ((int16_t)(uint16_t)(x))
#define VALUE_u32(x)  ((uint32_t)(x))
#define VALUE_s32(x)  ((int32_t)(x))
#define VALUE_u64(x)  ((uint64_t)(x))
#define VALUE_s64(x)  ((int64_t)(x))
#define VALUE_f16(x)  f16_to_float(x)
#define VALUE_bf16(x) bf16_to_float(x)
#define VALUE_f32(x)  ((float)(x))
#define VALUE_f64(x)  ((double)(x))

#define STORE_u16(x)  ((uint16_t)(x))
#define STORE_s16(x)  ((uint16_t)(x))
#define STORE_u32(x)  ((uint32_t)(x))
#define STORE_s32(x)  ((uint32_t)(x))
#define STORE_u64(x)  ((uint64_t)(x))
#define STORE_s64(x)  ((uint64_t)(int64_t)(x))
#define STORE_f16(x)  f16_from_float(x)
#define STORE_bf16(x) bf16_from_float(x)
#define STORE_f32(x)  (x)
#define STORE_f64(x)  (x)

/* An exec_alu: destination 0 of lane type d = expression of a, b, c (sources 0, 1, 2). */
#define DEFINE_LANE_ALU(function, d, ta, tb, tc, ...)                                              \
    static void function(const struct exec_op *op, struct exec_state *state, lane_mask lanes)      \
    {                                                                                              \
        STORED_##d *out = exec_destination(op, state, 0);                                          \
        const STORED_##ta *in_a = exec_source(op, state, 0);                                       \
        const STORED_##tb *in_b = exec_source(op, state, 1);                                       \
        const STORED_##tc *in_c = exec_source(op, state, 2);                                       \
        (void)in_b, (void)in_c;                                                                    \
        if (lanes == ALL_LANES)                                                                    \
            LANE_LOOP                                                                              \
            {                                                                                      \
                LANE_VALUES_(ta, tb, tc)                                                           \
                out[i] = STORE_##d(__VA_ARGS__);                                                   \
            }                                                                                      \
        else                                                                                       \
            LANE_LOOP                                                                              \
            {                                                                                      \
                LANE_VALUES_(ta, tb, tc)                                                           \
                out[i] = (lanes >> i) & 1 ? STORE_##d(__VA_ARGS__) : out[i];                       \
            }                                                                                      \
    }

#define LANE_VALUES_(ta, tb, tc)                                                                   \
    const __typeof__(VALUE_##ta(0)) a = VALUE_##ta(in_a[i]);                                       \
    const __typeof__(VALUE_##tb(0)) b = VALUE_##tb(in_b[i]);                                       \
    const __typeof__(VALUE_##tc(0)) c = VALUE_##tc(in_c[i]);                                       \
    (void)a, (void)b, (void)c;

/* An exec_compare: the lanes where the condition on a and b holds. */
#define DEFINE_LANE_COMPARE(function, t, ...)                                                      \
    static lane_mask function(const void *first, const void *second)                               \
    {                                                                                              \
        const STORED_##t *in_a = first, *in_b = second;                                            \
        lane_mask result = 0;                                                                      \
        for (unsigned i = 0; i < WARP_LANES; i++) {                                                \
            const __typeof__(VALUE_##t(0)) a = VALUE_##t(in_a[i]);                                 \
            const __typeof__(VALUE_##t(0)) b = VALUE_##t(in_b[i]);                                 \
            result |= (__VA_ARGS__) ? (lane_mask)1 << i : 0;                                       \
        }                                                                                          \
        return result;                                                                             \
    }

#endif
