/* SPDX-License-Identifier: BSD-3-Clause */
/* Arithmetic of COMPILED_STRIP lanes, no more than fill a vector register or two.
 *
 * Of 32 lanes a value fills many registers, and a few of such values all that there are: then each
 * result goes to the stack and comes back. Where instructions follow each other, a kernel does all
 * of them for one strip, and then for the next one (../emit/emit_strips.c). */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_STRIPS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_STRIPS_H

#include "workloads/ptx/compile/machine/arithmetic.h"

#define STRIP_PIECE(name, words, ...) LIST_PIECE(strip_##name, STRIP_LOOP, __VA_ARGS__)
EXEC_ALU_LIST(STRIP_PIECE)
#define STRIP_RAW(name, ...) RAW_PIECE_OF(strip_raw_##name, STRIP_LOOP, __VA_ARGS__)
RAW_LIST(STRIP_RAW)

PIECE void strip_choose_32(void *to, const void *yes, const void *no, uint32_t choice)
{
    lane_word *out = to;
    const lane_word *in_a = yes, *in_b = no;
    STRIP_LOOP
    {
        const lane_word a = in_a[i], b = in_b[i];
        out[i] = choice >> i & 1 ? a : b;
    }
}

PIECE void strip_choose_64(void *to, const void *yes, const void *no, uint32_t choice)
{
    lane_long *out = to;
    const lane_long *in_a = yes, *in_b = no;
    STRIP_LOOP
    {
        const lane_long a = in_a[i], b = in_b[i];
        out[i] = choice >> i & 1 ? a : b;
    }
}

PIECE void strip_sum_64(void *to, const void *from, uint64_t offset)
{
    lane_long *out = to;
    const lane_long *in = from;
    STRIP_LOOP out[i] = in[i] + offset;
}

PIECE void strip_pack_64(void *to, const void *low, const void *high)
{
    lane_long *out = to;
    const lane_word *in_a = low, *in_b = high;
    STRIP_LOOP out[i] = in_a[i] | (uint64_t)in_b[i] << 32;
}

PIECE void strip_low_32(void *to, const void *from)
{
    lane_word *out = to;
    const lane_long *in = from;
    STRIP_LOOP out[i] = (uint32_t)in[i];
}

PIECE void strip_high_32(void *to, const void *from)
{
    lane_word *out = to;
    const lane_long *in = from;
    STRIP_LOOP out[i] = (uint32_t)(in[i] >> 32);
}

/* The signs of a strip as a mask. */
static inline __attribute__((always_inline)) uint32_t strip_mask(const int32_t *word)
{
#if defined __AVX512DQ__
    return (uint32_t)_mm512_movepi32_mask(_mm512_loadu_si512(word));
#elif defined __AVX__
    return (uint32_t)_mm256_movemask_ps(_mm256_loadu_ps((const float *)word));
#else
    return (uint32_t)_mm_movemask_ps(_mm_loadu_ps((const float *)word)) |
           (uint32_t)_mm_movemask_ps(_mm_loadu_ps((const float *)(word + 4))) << 4;
#endif
}

#define STRIP_COMPARE(name, t, ...)                                                                \
    PIECE uint32_t strip_compare_##name(const void *first, const void *second)                     \
    {                                                                                              \
        const STORED_##t *in_a = first, *in_b = second;                                            \
        int32_t yes[COMPILED_STRIP];                                                               \
        STRIP_LOOP                                                                                 \
        {                                                                                          \
            const __typeof__(VALUE_##t(0)) a = VALUE_##t(in_a[i]);                                 \
            const __typeof__(VALUE_##t(0)) b = VALUE_##t(in_b[i]);                                 \
            yes[i] = (__VA_ARGS__) ? -1 : 0;                                                       \
        }                                                                                          \
        return strip_mask(yes);                                                                    \
    }
EXEC_COMPARE_LIST(STRIP_COMPARE)

#endif
