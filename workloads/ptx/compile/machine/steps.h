/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses where steps() of memory.h holds: lanes access one element each, and go by one step in
 * each half of the warp, as those that access one member of structures side by side. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_STEPS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_STEPS_H

#include "workloads/ptx/compile/machine/rows.h"

typedef uint32_t row_of_words __attribute__((vector_size(64), aligned(4), may_alias));

static inline __attribute__((always_inline)) row_of_words words_at(const uint8_t *from, unsigned n)
{
    return *(const row_of_words *)(const void *)(from + n * sizeof(uint32_t));
}

/* Every second, third and fourth word. Nothing is read beyond the last one. */
static inline row_of_words every_second(const uint8_t *from)
{
    return __builtin_shufflevector(words_at(from, 0), words_at(from, 15), 0, 2, 4, 6, 8, 10, 12, 14,
                                   17, 19, 21, 23, 25, 27, 29, 31);
}

static inline row_of_words every_third(const uint8_t *from)
{
    const row_of_words most =
        __builtin_shufflevector(words_at(from, 0), words_at(from, 16), 0, 3, 6, 9, 12, 15, 18, 21,
                                24, 27, 30, -1, -1, -1, -1, -1);
    return __builtin_shufflevector(most, words_at(from, 30), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 19,
                                   22, 25, 28, 31);
}

static inline row_of_words every_fourth(const uint8_t *from)
{
    const row_of_words low =
        __builtin_shufflevector(words_at(from, 0), words_at(from, 16), 0, 4, 8, 12, 16, 20, 24, 28,
                                -1, -1, -1, -1, -1, -1, -1, -1);
    const row_of_words high =
        __builtin_shufflevector(words_at(from, 32), words_at(from, 45), 0, 4, 8, 12, 19, 23, 27, 31,
                                -1, -1, -1, -1, -1, -1, -1, -1);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22,
                                   23);
}

#define LOAD_STEPS_BY(name, function)                                                              \
    PART void load_##name(void *to, const uint8_t *first, const uint8_t *second)                   \
    {                                                                                              \
        row_of_words *out = to;                                                                    \
        out[0] = function(first);                                                                  \
        out[1] = function(second);                                                                 \
    }
LOAD_STEPS_BY(seconds, every_second)
LOAD_STEPS_BY(thirds, every_third)
LOAD_STEPS_BY(fourths, every_fourth)

/* Words that are close together. False: they are not. */
static inline bool load_close(void *to, const uint8_t *first, const uint8_t *second, uint64_t step)
{
    if (step == 8)
        load_seconds(to, first, second);
    else if (step == 12)
        load_thirds(to, first, second);
    else if (step == 16)
        load_fourths(to, first, second);
    else
        return false;
    return true;
}

#define LOAD_STEPS(name, element, shape, stored, close)                                            \
    PART void load_steps_##name(void *to, const uint8_t *first, const uint8_t *second,             \
                                uint64_t step)                                                     \
    {                                                                                              \
        stored *out = to;                                                                          \
        element one, other;                                                                        \
        if (close)                                                                                 \
            return;                                                                                \
        for (unsigned i = 0; i < HALF; i++, first += step, second += step) {                       \
            memcpy(&one, first, sizeof one);                                                       \
            memcpy(&other, second, sizeof other);                                                  \
            out[i] = (stored)(shape)one;                                                           \
            out[HALF + i] = (stored)(shape)other;                                                  \
        }                                                                                          \
    }
LOAD_STEPS(u8, uint8_t, uint8_t, uint32_t, false)
LOAD_STEPS(s8, int8_t, int8_t, uint32_t, false)
LOAD_STEPS(s8_16, int8_t, uint16_t, uint32_t, false)
LOAD_STEPS(u16, uint16_t, uint16_t, uint32_t, false)
LOAD_STEPS(s16, int16_t, int16_t, uint32_t, false)
LOAD_STEPS(32, uint32_t, uint32_t, uint32_t, load_close(to, first, second, step))
LOAD_STEPS(u32_64, uint32_t, uint32_t, uint64_t, false)
LOAD_STEPS(s32_64, int32_t, int32_t, uint64_t, false)
LOAD_STEPS(64, uint64_t, uint64_t, uint64_t, false)

/* Halves may overlap: the second one comes last. */
#define STORE_STEPS(bits, element, stored)                                                         \
    PART void store_steps_##bits(const void *from, uint8_t *first, uint8_t *second, uint64_t step) \
    {                                                                                              \
        const stored *in = from;                                                                   \
        for (unsigned i = 0; i < HALF; i++, first += step) {                                       \
            const element value = (element)in[i];                                                  \
            memcpy(first, &value, sizeof value);                                                   \
        }                                                                                          \
        for (unsigned i = HALF; i < 2 * HALF; i++, second += step) {                               \
            const element value = (element)in[i];                                                  \
            memcpy(second, &value, sizeof value);                                                  \
        }                                                                                          \
    }
STORE_STEPS(8, uint8_t, uint32_t)
STORE_STEPS(16, uint16_t, uint32_t)
STORE_STEPS(32, uint32_t, uint32_t)
STORE_STEPS(64, uint64_t, uint64_t)

#endif
