/* SPDX-License-Identifier: BSD-3-Clause */
/* Registers whose lanes go by a step (../blocks/even_ops.h): the first lane's value, lane 16's, and
 * the step within each half. Arithmetic is done for these two lanes alone. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_EVEN_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_EVEN_H

#include "workloads/ptx/compile/machine/arithmetic.h"
#include "workloads/ptx/compile/machine/memory.h"

#define ONE_PIECE(name, words, d, ta, tb, tc, ...)                                                 \
    PIECE void one_##name(void *to, const void *first, const void *second, const void *third)      \
    {                                                                                              \
        enum { i };                                                                                \
        STORED_##d *out = to;                                                                      \
        const STORED_##ta *in_a = first;                                                           \
        const STORED_##tb *in_b = second;                                                          \
        const STORED_##tc *in_c = third;                                                           \
        (void)in_b, (void)in_c;                                                                    \
        LANE_VALUES_(ta, tb, tc)                                                                   \
        out[i] = STORE_##d(__VA_ARGS__);                                                           \
    }
EXEC_ALU_LIST(ONE_PIECE)

#define ONE_COMPARE(name, t, ...)                                                                  \
    PIECE uint32_t one_compare_##name(const void *first, const void *second)                       \
    {                                                                                              \
        const STORED_##t *in_a = first, *in_b = second;                                            \
        const __typeof__(VALUE_##t(0)) a = VALUE_##t(in_a[0]);                                     \
        const __typeof__(VALUE_##t(0)) b = VALUE_##t(in_b[0]);                                     \
        return (__VA_ARGS__) ? ~0u : 0;                                                            \
    }
EXEC_COMPARE_LIST(ONE_COMPARE)

/* ---- all lanes ------------------------------------------------------------------------------- */

#define SPREADS(bits, element)                                                                     \
    PIECE void spread_##bits(void *to, element first, element second, element step)                \
    {                                                                                              \
        element *out = to;                                                                         \
        EVERY_LANE out[i] = (i < HALF ? first : second - HALF * step) + i * step;                  \
    }                                                                                              \
    PIECE void strip_spread_##bits(void *to, element first, element second, element step,          \
                                   unsigned strip)                                                 \
    {                                                                                              \
        element *out = to;                                                                         \
        const element at = (strip < HALF ? first : second - HALF * step) + strip * step;           \
        STRIP_LOOP out[i] = at + (element)i * step;                                                \
    }
SPREADS(32, word)
SPREADS(64, long_word)

/* The same where a warp seldom comes: a call is less code. */
PART void called_spread_32(word *to, uint32_t first, uint32_t second, uint32_t step)
{
    spread_32(to, first, second, step);
}

PART void called_spread_64(long_word *to, uint64_t first, uint64_t second, uint64_t step)
{
    spread_64(to, first, second, step);
}

/* How a register in memory goes from lane to lane. */
#define GOES(bits, element)                                                                        \
    PART void goes_##bits(struct lane_shape *shape, const void *lanes)                             \
    {                                                                                              \
        const element *in = lanes;                                                                 \
        const element first = in[0], second = in[HALF], step = in[1] - first;                      \
        element odd = 0;                                                                           \
        EVERY_LANE odd |= in[i] ^ ((i < HALF ? first : second - HALF * step) + i * step);          \
        *shape = (struct lane_shape){first, second, step, odd == 0};                               \
    }
GOES(32, word)
GOES(64, long_word)

/* Whether no lane's word wraps around between a half's first lane and its last. */
PIECE bool widens_s32(uint32_t first, uint32_t second, uint32_t step)
{
    const int64_t way = (HALF - 1) * (int64_t)(int32_t)step;
    const int64_t a = (int32_t)first + way, b = (int32_t)second + way;
    return a == (int32_t)a && b == (int32_t)b;
}

PIECE bool widens_u32(uint32_t first, uint32_t second, uint32_t step)
{
    const int64_t way = (HALF - 1) * (int64_t)(int32_t)step;
    const int64_t a = first + way, b = second + way;
    return ((a | b) & ~(int64_t)UINT32_MAX) == 0;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* The lanes' addresses, one by one. */
PART void spread_addresses_64(uint64_t *address, uint64_t first, uint64_t second, uint64_t step,
                              uint64_t offset)
{
    EVERY_LANE address[i] = (i < HALF ? first : second - HALF * step) + i * step + offset;
}

PART void spread_addresses_32(uint64_t *address, uint32_t first, uint32_t second, uint32_t step,
                              uint32_t offset)
{
    EVERY_LANE address[i] =
        (uint32_t)((i < HALF ? first : second - HALF * step) + i * step + offset);
}

/* Whether each half's lanes may access `span` bytes in the window, the first ones' elements of
 * `bytes` from there on. */
PIECE bool halves_fit(const struct compiled_window *window, uint64_t first, uint64_t second,
                      uint64_t span, uint32_t bytes)
{
    const uint64_t low = window->low, size = window->high - low;
    return ((first | second) & (bytes - 1)) == 0 && span <= size && first - low <= size - span &&
           second - low <= size - span;
}

/* The same in another allocation than before. */
PART bool halves_elsewhere(struct compiled_warp *c, struct compiled_window *window, uint32_t site,
                           uint64_t first, uint64_t second, uint64_t span, uint32_t bytes)
{
    const uint64_t low = first < second ? first : second, high = first < second ? second : first;
    return site != UINT32_MAX && high <= UINT64_MAX - span && c->find(c, site, low, high + span) &&
           halves_fit(window, first, second, span, bytes);
}

#endif
