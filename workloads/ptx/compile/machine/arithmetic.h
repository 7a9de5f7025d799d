/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic from which kernels are put together: for 32 lanes what one instruction says, in the
 * words of the interpreter's lists. All lanes are computed; the kernel keeps those that ran. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ARITHMETIC_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ARITHMETIC_H

#include "workloads/ptx/compile/machine/compiled_warp.h"
#include "workloads/ptx/compile/machine/pieces.h"
#include "workloads/ptx/compile/machine/rows.h"
#include "workloads/ptx/exec/lanes/alu_list.h"
#include "workloads/ptx/exec/lanes/bits.h"
#include "workloads/ptx/exec/lanes/float_lanes.h"
#include "workloads/ptx/exec/lanes/lanes.h"
#include "workloads/ptx/exec/lanes/rare_list.h"

/* A strip of lanes (strips.h). */
#define STRIP_LOOP                                                                                 \
    _Pragma("clang loop vectorize(assume_safety) unroll(disable) interleave_count(1)")             \
        _Pragma("clang loop vectorize_width(COMPILED_STRIP)") for (unsigned i = 0;                 \
                                                                   i < COMPILED_STRIP; i++)

/* A row of the interpreter's list as a function over the lanes of one of the two loops. */
#define LIST_PIECE(function, LOOP, d, ta, tb, tc, ...)                                             \
    PIECE void function(void *to, const void *first, const void *second, const void *third)        \
    {                                                                                              \
        STORED_##d *out = to;                                                                      \
        const STORED_##ta *in_a = first;                                                           \
        const STORED_##tb *in_b = second;                                                          \
        const STORED_##tc *in_c = third;                                                           \
        (void)in_b, (void)in_c;                                                                    \
        LOOP                                                                                       \
        {                                                                                          \
            LANE_VALUES_(ta, tb, tc)                                                               \
            out[i] = STORE_##d(__VA_ARGS__);                                                       \
        }                                                                                          \
    }
#define ALU_PIECE(name, words, ...) LIST_PIECE(op_##name, LANE_LOOP, __VA_ARGS__)
EXEC_ALU_LIST(ALU_PIECE)

/* Those whose NaN nobody sees (../emit/emit_arithmetic.c). */
#define RAW_PIECE_OF(function, LOOP, t, ...)                                                       \
    PIECE void function(void *to, const void *first, const void *second, const void *third)        \
    {                                                                                              \
        STORED_##t *out = to;                                                                      \
        const STORED_##t *in_a = first, *in_b = second, *in_c = third;                             \
        LOOP                                                                                       \
        {                                                                                          \
            const __typeof__(VALUE_##t(0)) a = in_a[i], b = in_b[i];                               \
            (void)in_c;                                                                            \
            out[i] = __VA_ARGS__;                                                                  \
        }                                                                                          \
    }
#define RAW_PIECE(name, ...) RAW_PIECE_OF(raw_##name, LANE_LOOP, __VA_ARGS__)
#define RAW_LIST(X)                                                                                \
    X(add_f32, f32, a + b)                                                                         \
    X(sub_f32, f32, a - b)                                                                         \
    X(mul_f32, f32, a *b)                                                                          \
    X(fma_f32, f32, __builtin_fmaf(a, b, in_c[i]))                                                 \
    X(add_f64, f64, a + b)                                                                         \
    X(sub_f64, f64, a - b)                                                                         \
    X(mul_f64, f64, a *b)                                                                          \
    X(fma_f64, f64, __builtin_fma(a, b, in_c[i]))
RAW_LIST(RAW_PIECE)

/* Divisions of words. Lanes mostly divide by the same, which needs one division. The reciprocal is
 * a little too large: by less than makes a whole number of a quotient below one, which is 1/b away
 * at least, and by more than is lost where it and the product are rounded. */
static inline __attribute__((always_inline)) double reciprocal(uint32_t b)
{
    return 1.0 / b * (1 + 0x1p-51);
}

static inline __attribute__((always_inline)) bool all_like_first(const lane_word *word)
{
    const uint32_t_row_1 *half = (const void *)word;
    const int32_t_row differs[] = {(int32_t_row)(half[0] != word[0]),
                                   (int32_t_row)(half[1] != word[0])};
    return mask_of((const int32_t *)differs) == 0;
}

#define DIVISION_PIECE(name, element, magnitude, result)                                           \
    PART void each_##name(void *to, const void *first, const void *second)                         \
    {                                                                                              \
        op_##name(to, first, second, second);                                                      \
    }                                                                                              \
    static inline __attribute__((always_inline)) void strip_of_##name(                             \
        lane_word *out, const lane_word *in_a, element b, double times)                            \
    {                                                                                              \
        const uint32_t by = magnitude(b);                                                          \
        STRIP_LOOP                                                                                 \
        {                                                                                          \
            const element a = (element)in_a[i];                                                    \
            const uint32_t q = (uint32_t)((double)magnitude(a) * times);                           \
            out[i] = result;                                                                       \
        }                                                                                          \
    }                                                                                              \
    PIECE void common_##name(void *to, const void *first, const void *second, const void *third)   \
    {                                                                                              \
        lane_word *out = to;                                                                       \
        const lane_word *in_a = first, *in_b = second;                                             \
        const lane_word divisor = in_b[0];                                                         \
        (void)third;                                                                               \
        if (divisor == 0 || !all_like_first(in_b)) {                                               \
            each_##name(to, first, second);                                                        \
            return;                                                                                \
        }                                                                                          \
        const element b = (element)divisor;                                                        \
        const double times = reciprocal(magnitude(b));                                             \
        _Pragma("clang loop unroll(full)") for (unsigned s = 0; s < WARP_LANES;                    \
                                                s += COMPILED_STRIP)                               \
            strip_of_##name(out + s, in_a + s, b, times);                                          \
    }
DIVISION_PIECE(div_u32, uint32_t, , q)
DIVISION_PIECE(rem_u32, uint32_t, , a - q * by)
DIVISION_PIECE(div_s32, int32_t, magnitude, (a ^ b) < 0 ? 0 - q : q)
DIVISION_PIECE(rem_s32, int32_t, magnitude,
               a < 0 ? 0 - (magnitude(a) - q * by) : magnitude(a) - q * by)

#define RARE_PIECE(name, words, d, ta, tb, tc, ...)                                                \
    PIECE void rare_##name(void *to, const void *first, const void *second, const void *third,     \
                           const void *fourth)                                                     \
    {                                                                                              \
        STORED_##d *out = to;                                                                      \
        const STORED_##ta *in_a = first;                                                           \
        const STORED_##tb *in_b = second;                                                          \
        const STORED_##tc *in_c = third;                                                           \
        const lane_word *in_x = fourth;                                                            \
        (void)in_b, (void)in_c;                                                                    \
        LANE_LOOP                                                                                  \
        {                                                                                          \
            LANE_VALUES_(ta, tb, tc)                                                               \
            uint32_t x = in_x[i];                                                                  \
            (void)x;                                                                               \
            out[i] = STORE_##d(__VA_ARGS__);                                                       \
        }                                                                                          \
    }
EXEC_RARE_LIST(RARE_PIECE)

/* What comparisons look at, of .ftz and of halves. */
PIECE void flush_f32(void *to, const void *from)
{
    lane_float *out = to;
    const lane_float *in = from;
    LANE_LOOP out[i] = flush(in[i]);
}

PIECE void widen_f16(void *to, const void *from)
{
    lane_float *out = to;
    const lane_word *in = from;
    LANE_LOOP out[i] = f16_to_float((uint16_t)in[i]);
}

PIECE void widen_bf16(void *to, const void *from)
{
    lane_float *out = to;
    const lane_word *in = from;
    LANE_LOOP out[i] = bf16_to_float((uint16_t)in[i]);
}

#define COMPARE_PIECE(name, t, ...)                                                                \
    PIECE lane_mask compare_##name(const void *first, const void *second)                          \
    {                                                                                              \
        const STORED_##t *in_a = first, *in_b = second;                                            \
        int32_t yes[WARP_LANES];                                                                   \
        LANE_LOOP                                                                                  \
        {                                                                                          \
            const __typeof__(VALUE_##t(0)) a = VALUE_##t(in_a[i]);                                 \
            const __typeof__(VALUE_##t(0)) b = VALUE_##t(in_b[i]);                                 \
            yes[i] = (__VA_ARGS__) ? -1 : 0;                                                       \
        }                                                                                          \
        return mask_of(yes);                                                                       \
    }
EXEC_COMPARE_LIST(COMPARE_PIECE)

#endif
