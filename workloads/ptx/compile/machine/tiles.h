/* SPDX-License-Identifier: BSD-3-Clause */
/* Accesses to parts of fragments whose pointers are a tile: one row of memory for each four lanes.
 *
 * A lane has one element or two. Rows of words and of long words that follow each other are moved
 * as they lie.
 */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_TILES_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_TILES_H

#include "workloads/ptx/compile/machine/products.h"

enum { TILE_ROWS = 8, TILE_COLUMNS = 4 };

/* Where the site's memory lies, and what may be accessed there. Generic addresses of shared memory
 * become offsets: *away is what they have more. */
struct tile_memory {
    struct compiled_window *window;
    uint8_t *base;
    uint32_t site;
    uint64_t away;
};

static inline __attribute__((always_inline)) struct tile_memory
tile_memory_of(struct compiled_warp *c, const struct fragment_site *s, uint64_t first)
{
    const bool through = s->generic && first >> COMPILED_WINDOW_SHIFT == COMPILED_SHARED;
    if (s->shared || through)
        return (struct tile_memory){&c->shared_window, c->shared, UINT32_MAX,
                                    through ? (uint64_t)COMPILED_SHARED << COMPILED_WINDOW_SHIFT
                                            : 0};
    return (struct tile_memory){&c->windows[s->window], c->memory, s->site, 0};
}

/* Where the tile begins, if all of it may be accessed, else NULL. */
static inline __attribute__((always_inline)) uint8_t *tile_place(struct compiled_warp *c,
                                                                 const struct fragment_site *s,
                                                                 const struct lane_tile *t,
                                                                 uint32_t bytes)
{
    if (!t || !t->regular)
        return NULL;
    const struct tile_memory m = tile_memory_of(c, s, t->first + s->offset);
    const uint64_t first = t->first + s->offset - m.away;
    const uint64_t span = (TILE_ROWS - 1) * t->row + (TILE_COLUMNS - 1) * t->column + bytes;
    const uint64_t low = m.window->low, size = m.window->high - low;
    const bool fits = ((first | t->row | t->column) & (bytes - 1)) == 0 && span <= size &&
                      first - low <= size - span;
    return fits ? m.base + first : NULL;
}

/* The lanes' places, from lane by lane. False: not in the window. */
static inline __attribute__((always_inline)) bool
fragment_places(struct compiled_warp *c, const struct fragment_site *s, const uint64_t *pointer,
                uint32_t bytes, uint8_t **base, uint64_t address[32])
{
    const struct tile_memory m = tile_memory_of(c, s, pointer[0] + s->offset);
    const uint64_t offset = s->offset - m.away;
    EVERY_LANE address[i] = pointer[i] + offset;
    *base = m.base;
    return reach(c, m.window, m.site, address, ~0u, bytes);
}

/* By the interpreter, on registers in memory. */
static inline __attribute__((always_inline)) void
keep_register(struct compiled_warp *c, uint32_t at, const void *from, uint32_t bytes)
{
    if (at != UINT32_MAX)
        memcpy(c->registers + at, from, bytes);
}

typedef uint32_t tile_words __attribute__((vector_size(64), aligned(4), may_alias));
typedef uint64_t tile_longs __attribute__((vector_size(64), aligned(8), may_alias));
typedef uint32_t half_words __attribute__((vector_size(32), aligned(4), may_alias));
typedef uint64_t half_longs __attribute__((vector_size(32), aligned(8), may_alias));

/* From a to b, of two elements a lane: the first ones, and the second ones. */
#define EVEN_16 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ODD_16  1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define BOTH_16 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15

/* Four rows of pairs of words, and back. */
static inline __attribute__((always_inline)) void take_pairs_32(const uint8_t *from, uint64_t row,
                                                                void *first, void *second)
{
    const half_words a = *(const half_words *)from, b = *(const half_words *)(from + row);
    const half_words d = *(const half_words *)(from + 2 * row);
    const half_words f = *(const half_words *)(from + 3 * row);
    const tile_words low = __builtin_shufflevector(a, b, BOTH_16);
    const tile_words high = __builtin_shufflevector(d, f, BOTH_16);
    *(tile_words *)first = __builtin_shufflevector(low, high, EVEN_16);
    *(tile_words *)second = __builtin_shufflevector(low, high, ODD_16);
}

static inline __attribute__((always_inline)) void
put_pairs_32(uint8_t *to, uint64_t row, const void *first, const void *second)
{
    const tile_words a = *(const tile_words *)first, b = *(const tile_words *)second;
    const tile_words low =
        __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
    const tile_words high =
        __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
    *(half_words *)to = __builtin_shufflevector(low, low, 0, 1, 2, 3, 4, 5, 6, 7);
    *(half_words *)(to + row) = __builtin_shufflevector(low, low, 8, 9, 10, 11, 12, 13, 14, 15);
    *(half_words *)(to + 2 * row) = __builtin_shufflevector(high, high, 0, 1, 2, 3, 4, 5, 6, 7);
    *(half_words *)(to + 3 * row) =
        __builtin_shufflevector(high, high, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* Two rows of pairs of long words, and back. */
static inline __attribute__((always_inline)) void take_pairs_64(const uint8_t *from, uint64_t row,
                                                                void *first, void *second)
{
    const tile_longs a = *(const tile_longs *)from, b = *(const tile_longs *)(from + row);
    *(tile_longs *)first = __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
    *(tile_longs *)second = __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15);
}

static inline __attribute__((always_inline)) void
put_pairs_64(uint8_t *to, uint64_t row, const void *first, const void *second)
{
    const tile_longs a = *(const tile_longs *)first, b = *(const tile_longs *)second;
    *(tile_longs *)to = __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
    *(tile_longs *)(to + row) = __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

/* Rows of single elements are moved as they lie, those of pairs `rows` at a time. Others go element
 * by element, in the order of lanes. t: NULL, or the tile of the pointers. False: a fault. */
#define FRAGMENT_ACCESS(size, stored, rows)                                                        \
    PART bool fragment_load_##size(struct compiled_warp *c, const struct fragment_site *s,         \
                                   const struct lane_tile *t, const uint64_t *pointer,             \
                                   stored *first, stored *second, int64_t left)                    \
    {                                                                                              \
        const unsigned bytes = size / 8, all = s->elements * bytes;                                \
        uint8_t *from = tile_place(c, s, t, all);                                                  \
        uint64_t address[32];                                                                      \
        if (from && size >= 32 && s->elements == 1 && t->column == bytes) {                        \
            for (unsigned g = 0; g < TILE_ROWS; g++)                                               \
                memcpy(first + g * TILE_COLUMNS, from + g * t->row, TILE_COLUMNS * bytes);         \
            return true;                                                                           \
        }                                                                                          \
        if (from && size >= 32 && s->elements == 2 && t->column == 2 * bytes) {                    \
            for (unsigned g = 0; g < TILE_ROWS; g += rows)                                         \
                take_pairs_##size(from + g * t->row, t->row, first + g * TILE_COLUMNS,             \
                                  second + g * TILE_COLUMNS);                                      \
            return true;                                                                           \
        }                                                                                          \
        if (!fragment_places(c, s, pointer, all, &from, address)) {                                \
            keep_register(c, s->pointer, pointer, 256);                                            \
            if (!c->execute(c, s->pc, ~0u, left))                                                  \
                return false;                                                                      \
            memcpy(first, c->registers + s->data[0], sizeof(stored) * 32);                         \
            if (s->elements > 1)                                                                   \
                memcpy(second, c->registers + s->data[1], sizeof(stored) * 32);                    \
            return true;                                                                           \
        }                                                                                          \
        for (unsigned k = 0; k < s->elements; k++)                                                 \
            for (unsigned i = 0; i < 32; i++) {                                                    \
                uint##size##_t value;                                                              \
                memcpy(&value, from + address[i] + k * bytes, bytes);                              \
                (k == 0 ? first : second)[i] = value;                                              \
            }                                                                                      \
        return true;                                                                               \
    }                                                                                              \
    PART bool fragment_store_##size(struct compiled_warp *c, const struct fragment_site *s,        \
                                    const struct lane_tile *t, const uint64_t *pointer,            \
                                    const stored *first, const stored *second, int64_t left)       \
    {                                                                                              \
        const unsigned bytes = size / 8, all = s->elements * bytes;                                \
        uint8_t *to = tile_place(c, s, t, all);                                                    \
        uint64_t address[32];                                                                      \
        if (to && size >= 32 && s->elements == 1 && t->column == bytes) {                          \
            for (unsigned g = 0; g < TILE_ROWS; g++)                                               \
                memcpy(to + g * t->row, first + g * TILE_COLUMNS, TILE_COLUMNS * bytes);           \
            return true;                                                                           \
        }                                                                                          \
        if (to && size >= 32 && s->elements == 2 && t->column == 2 * bytes) {                      \
            for (unsigned g = 0; g < TILE_ROWS; g += rows)                                         \
                put_pairs_##size(to + g * t->row, t->row, first + g * TILE_COLUMNS,                \
                                 second + g * TILE_COLUMNS);                                       \
            return true;                                                                           \
        }                                                                                          \
        if (!fragment_places(c, s, pointer, all, &to, address)) {                                  \
            keep_register(c, s->pointer, pointer, 256);                                            \
            keep_register(c, s->data[0], first, sizeof(stored) * 32);                              \
            if (s->elements > 1)                                                                   \
                keep_register(c, s->data[1], second, sizeof(stored) * 32);                         \
            return c->execute(c, s->pc, ~0u, left);                                                \
        }                                                                                          \
        for (unsigned i = 0; i < 32; i++)                                                          \
            for (unsigned k = 0; k < s->elements; k++) {                                           \
                const uint##size##_t value = (uint##size##_t)(k == 0 ? first : second)[i];         \
                memcpy(to + address[i] + k * bytes, &value, bytes);                                \
            }                                                                                      \
        return true;                                                                               \
    }
#define take_pairs_8  take_pairs_32 /* these four are never called */
#define put_pairs_8   put_pairs_32
#define take_pairs_16 take_pairs_32
#define put_pairs_16  put_pairs_32
FRAGMENT_ACCESS(8, word, 4)
FRAGMENT_ACCESS(16, word, 4)
FRAGMENT_ACCESS(32, word, 4)
FRAGMENT_ACCESS(64, long_word, 2)

#endif
