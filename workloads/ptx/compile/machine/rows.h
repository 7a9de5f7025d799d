/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses where rows() of memory.h holds: each half of the warp accesses one row of elements, or
 * one place.
 *
 * Of vectors, a lane has two or four elements side by side. Element 0 of all lanes is in register
 * a, element 1 in b, and so on.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ROWS_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_ROWS_H

#include "workloads/ptx/compile/machine/pieces.h"

enum { HALF = 16 };

/* A row as it lies in memory, of lanes with one element, two or four. */
#define ROW_TYPES(type)                                                                            \
    typedef type type##_row __attribute__((vector_size(16 * sizeof(type))));                       \
    typedef type type##_row_1                                                                      \
        __attribute__((vector_size(16 * sizeof(type)), aligned(sizeof(type)), may_alias));         \
    typedef type type##_row_2                                                                      \
        __attribute__((vector_size(32 * sizeof(type)), aligned(sizeof(type)), may_alias));         \
    typedef type type##_row_4                                                                      \
        __attribute__((vector_size(64 * sizeof(type)), aligned(sizeof(type)), may_alias));
ROW_TYPES(uint8_t)
ROW_TYPES(int8_t)
ROW_TYPES(uint16_t)
ROW_TYPES(int16_t)
ROW_TYPES(uint32_t)
ROW_TYPES(int32_t)
ROW_TYPES(uint64_t)

/* Element k of each lane, of two and of four. */
#define ROW_TAKE_2(v, k)                                                                           \
    __builtin_shufflevector(v, v, k, 2 + k, 4 + k, 6 + k, 8 + k, 10 + k, 12 + k, 14 + k, 16 + k,   \
                            18 + k, 20 + k, 22 + k, 24 + k, 26 + k, 28 + k, 30 + k)
#define ROW_TAKE_4(v, k)                                                                           \
    __builtin_shufflevector(v, v, k, 4 + k, 8 + k, 12 + k, 16 + k, 20 + k, 24 + k, 28 + k, 32 + k, \
                            36 + k, 40 + k, 44 + k, 48 + k, 52 + k, 56 + k, 60 + k)
/* Back: lane after lane, the elements of each. */
#define ROW_ZIP_2(a, b)                                                                            \
    __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23, 8, 24,   \
                            9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define ROW_ZIP_4(ab, cd)                                                                          \
    __builtin_shufflevector(ab, cd, 0, 1, 32, 33, 2, 3, 34, 35, 4, 5, 36, 37, 6, 7, 38, 39, 8, 9,  \
                            40, 41, 10, 11, 42, 43, 12, 13, 44, 45, 14, 15, 46, 47, 16, 17, 48,    \
                            49, 18, 19, 50, 51, 20, 21, 52, 53, 22, 23, 54, 55, 24, 25, 56, 57,    \
                            26, 27, 58, 59, 28, 29, 60, 61, 30, 31, 62, 63)

/* name: how an element goes into a register, as GATHER's. */
#define LOAD_ROWS(name, element, shape, stored)                                                    \
    PIECE void load_place_##name(void *to, const uint8_t *first, const uint8_t *second)            \
    {                                                                                              \
        stored##_row_1 *out = to;                                                                  \
        element one, other;                                                                        \
        memcpy(&one, first, sizeof one);                                                           \
        memcpy(&other, second, sizeof other);                                                      \
        out[0] = (stored)(shape)one - (stored##_row){0};                                           \
        out[1] = (stored)(shape)other - (stored##_row){0};                                         \
    }                                                                                              \
    PIECE void into_##name(void *to, unsigned half, element##_row row)                             \
    {                                                                                              \
        ((stored##_row_1 *)to)[half] =                                                             \
            __builtin_convertvector(__builtin_convertvector(row, shape##_row), stored##_row);      \
    }                                                                                              \
    PIECE void load_row_##name##_2(void *a, void *b, unsigned half, const uint8_t *from)           \
    {                                                                                              \
        const element##_row_2 row = *(const element##_row_2 *)from;                                \
        into_##name(a, half, ROW_TAKE_2(row, 0));                                                  \
        into_##name(b, half, ROW_TAKE_2(row, 1));                                                  \
    }                                                                                              \
    PIECE void load_row_##name##_4(void *a, void *b, void *c, void *d, unsigned half,              \
                                   const uint8_t *from)                                            \
    {                                                                                              \
        const element##_row_4 row = *(const element##_row_4 *)from;                                \
        into_##name(a, half, ROW_TAKE_4(row, 0));                                                  \
        into_##name(b, half, ROW_TAKE_4(row, 1));                                                  \
        into_##name(c, half, ROW_TAKE_4(row, 2));                                                  \
        into_##name(d, half, ROW_TAKE_4(row, 3));                                                  \
    }                                                                                              \
    PIECE void load_rows_##name##_1(void *a, const uint8_t *first, const uint8_t *second,          \
                                    uint64_t step)                                                 \
    {                                                                                              \
        if (step == 0) {                                                                           \
            load_place_##name(a, first, second);                                                   \
            return;                                                                                \
        }                                                                                          \
        into_##name(a, 0, *(const element##_row_1 *)first);                                        \
        into_##name(a, 1, *(const element##_row_1 *)second);                                       \
    }                                                                                              \
    PIECE void load_rows_##name##_2(void *a, void *b, const uint8_t *first, const uint8_t *second, \
                                    uint64_t step)                                                 \
    {                                                                                              \
        const unsigned next = sizeof(element);                                                     \
        if (step == 0) {                                                                           \
            load_place_##name(a, first, second);                                                   \
            load_place_##name(b, first + next, second + next);                                     \
            return;                                                                                \
        }                                                                                          \
        load_row_##name##_2(a, b, 0, first);                                                       \
        load_row_##name##_2(a, b, 1, second);                                                      \
    }                                                                                              \
    PIECE void load_rows_##name##_4(void *a, void *b, void *c, void *d, const uint8_t *first,      \
                                    const uint8_t *second, uint64_t step)                          \
    {                                                                                              \
        const unsigned next = sizeof(element);                                                     \
        if (step == 0) {                                                                           \
            load_rows_##name##_2(a, b, first, second, 0);                                          \
            load_rows_##name##_2(c, d, first + 2 * next, second + 2 * next, 0);                    \
            return;                                                                                \
        }                                                                                          \
        load_row_##name##_4(a, b, c, d, 0, first);                                                 \
        load_row_##name##_4(a, b, c, d, 1, second);                                                \
    }
LOAD_ROWS(u8, uint8_t, uint8_t, uint32_t)
LOAD_ROWS(s8, int8_t, int8_t, uint32_t)
LOAD_ROWS(s8_16, int8_t, uint16_t, uint32_t)
LOAD_ROWS(u16, uint16_t, uint16_t, uint32_t)
LOAD_ROWS(s16, int16_t, int16_t, uint32_t)
LOAD_ROWS(32, uint32_t, uint32_t, uint32_t)
LOAD_ROWS(u32_64, uint32_t, uint32_t, uint64_t)
LOAD_ROWS(s32_64, int32_t, int32_t, uint64_t)
LOAD_ROWS(64, uint64_t, uint64_t, uint64_t)

/* The lanes that access one place do so one after the other: the last one stays. */
#define STORE_ROWS(bits, element, stored)                                                          \
    PIECE void store_place_##bits(const void *from, uint8_t *first, uint8_t *second)               \
    {                                                                                              \
        const stored *in = from;                                                                   \
        const element one = (element)in[HALF - 1], other = (element)in[2 * HALF - 1];              \
        memcpy(first, &one, sizeof one);                                                           \
        memcpy(second, &other, sizeof other);                                                      \
    }                                                                                              \
    PIECE element##_row out_of_##bits(const void *from, unsigned half)                             \
    {                                                                                              \
        const stored##_row row = ((const stored##_row_1 *)from)[half];                             \
        return __builtin_convertvector(row, element##_row);                                        \
    }                                                                                              \
    PIECE void store_row_##bits##_2(const void *a, const void *b, unsigned half, uint8_t *to)      \
    {                                                                                              \
        *(element##_row_2 *)to = ROW_ZIP_2(out_of_##bits(a, half), out_of_##bits(b, half));        \
    }                                                                                              \
    PIECE void store_row_##bits##_4(const void *a, const void *b, const void *c, const void *d,    \
                                    unsigned half, uint8_t *to)                                    \
    {                                                                                              \
        *(element##_row_4 *)to =                                                                   \
            ROW_ZIP_4(ROW_ZIP_2(out_of_##bits(a, half), out_of_##bits(b, half)),                   \
                      ROW_ZIP_2(out_of_##bits(c, half), out_of_##bits(d, half)));                  \
    }                                                                                              \
    PIECE void store_rows_##bits##_1(const void *a, uint8_t *first, uint8_t *second,               \
                                     uint64_t step)                                                \
    {                                                                                              \
        if (step == 0) {                                                                           \
            store_place_##bits(a, first, second);                                                  \
            return;                                                                                \
        }                                                                                          \
        *(element##_row_1 *)first = out_of_##bits(a, 0);                                           \
        *(element##_row_1 *)second = out_of_##bits(a, 1);                                          \
    }                                                                                              \
    PIECE void store_rows_##bits##_2(const void *a, const void *b, uint8_t *first,                 \
                                     uint8_t *second, uint64_t step)                               \
    {                                                                                              \
        const unsigned next = sizeof(element);                                                     \
        if (step == 0) {                                                                           \
            store_place_##bits(a, first, second);                                                  \
            store_place_##bits(b, first + next, second + next);                                    \
            return;                                                                                \
        }                                                                                          \
        store_row_##bits##_2(a, b, 0, first);                                                      \
        store_row_##bits##_2(a, b, 1, second);                                                     \
    }                                                                                              \
    PIECE void store_rows_##bits##_4(const void *a, const void *b, const void *c, const void *d,   \
                                     uint8_t *first, uint8_t *second, uint64_t step)               \
    {                                                                                              \
        const unsigned next = sizeof(element);                                                     \
        if (step == 0) {                                                                           \
            store_rows_##bits##_2(a, b, first, second, 0);                                         \
            store_rows_##bits##_2(c, d, first + 2 * next, second + 2 * next, 0);                   \
            return;                                                                                \
        }                                                                                          \
        store_row_##bits##_4(a, b, c, d, 0, first);                                                \
        store_row_##bits##_4(a, b, c, d, 1, second);                                               \
    }
STORE_ROWS(8, uint8_t, uint32_t)
STORE_ROWS(16, uint16_t, uint32_t)
STORE_ROWS(32, uint32_t, uint32_t)
STORE_ROWS(64, uint64_t, uint64_t)

#endif
