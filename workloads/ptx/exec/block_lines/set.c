/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/block_lines/set.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SHIFT = 64 - 8 };

static uint64_t n_places(const struct block_lines_set *lines)
{
    return UINT64_C(1) << (64 - lines->shift);
}

/* Source: Knuth, The Art of Computer Programming 3, 6.4 (multiplicative hashing). */
static uint64_t *place_of(const struct block_lines_set *lines, uint64_t line)
{
    uint64_t last = n_places(lines) - 1;
    uint64_t at = line * UINT64_C(0x9E3779B97F4A7C15) >> lines->shift;
    while (lines->places[at] != 0 && lines->places[at] != line + 1)
        at = (at + 1) & last;
    return &lines->places[at];
}

void block_lines_set_init(struct block_lines_set *lines)
{
    *lines = (struct block_lines_set){.shift = FIRST_SHIFT,
                                      .list = g_array_new(FALSE, FALSE, sizeof(uint64_t))};
    lines->places = g_new0(uint64_t, n_places(lines));
}

void block_lines_set_finish(struct block_lines_set *lines)
{
    g_free(lines->places);
    g_array_free(lines->list, TRUE);
}

void block_lines_set_clear(struct block_lines_set *lines)
{
    uint64_t *all = (uint64_t *)(void *)lines->list->data;
    const guint n = lines->list->len;
    g_array_set_size(lines->list, 0);
    if (n > n_places(lines) / 8) {
        memset(lines->places, 0, n_places(lines) * sizeof *lines->places);
        return;
    }
    /* All are found before the first is taken out: others lie behind it on their ways. */
    for (guint i = 0; i < n; i++)
        all[i] = (uint64_t)(place_of(lines, all[i]) - lines->places);
    for (guint i = 0; i < n; i++)
        lines->places[all[i]] = 0;
}

static void grow(struct block_lines_set *lines)
{
    g_free(lines->places);
    lines->shift--;
    lines->places = g_new0(uint64_t, n_places(lines));
    for (guint i = 0; i < lines->list->len; i++) {
        uint64_t line = g_array_index(lines->list, uint64_t, i);
        *place_of(lines, line) = line + 1;
    }
}

void block_lines_set_add(struct block_lines_set *lines, uint64_t line)
{
    uint64_t *place = place_of(lines, line);
    if (*place != 0)
        return;
    *place = line + 1;
    g_array_append_val(lines->list, line);
    if (lines->list->len > n_places(lines) / 2)
        grow(lines);
}

static int ascending(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

void block_lines_set_sort(struct block_lines_set *lines)
{
    uint64_t *all = (uint64_t *)(void *)lines->list->data;
    bool sorted = true;
    for (guint i = 1; i < lines->list->len && sorted; i++)
        sorted = all[i - 1] < all[i];
    if (!sorted)
        qsort(all, lines->list->len, sizeof *all, ascending);
}
