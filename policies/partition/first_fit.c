/* SPDX-License-Identifier: BSD-3-Clause */
#include "policies/partition/first_fit.h"
#include <glib.h>
#include <string.h>

/* The place among the pieces before which the first gap of that size lies, and its address. */
static uint64_t find(const struct first_fit *memory, uint64_t size, uint32_t *place)
{
    uint64_t at = 0;
    for (uint32_t i = 0; i < memory->n; i++) {
        if (memory->pieces[i].at - at >= size) {
            *place = i;
            return at;
        }
        at = memory->pieces[i].at + memory->pieces[i].size;
    }
    *place = memory->n;
    return memory->size - at >= size ? at : UINT64_MAX;
}

uint64_t first_fit_find(const struct first_fit *memory, uint64_t size)
{
    uint32_t place;
    return size > 0 ? find(memory, size, &place) : 0;
}

void first_fit_take(struct first_fit *memory, uint64_t at, uint64_t size)
{
    uint32_t place;
    if (size == 0)
        return;
    uint64_t found = find(memory, size, &place);
    g_assert(found == at && memory->n < FIRST_FIT_PIECES);
    struct first_fit_piece *pieces = memory->pieces;
    memmove(&pieces[place + 1], &pieces[place], (memory->n - place) * sizeof *pieces);
    pieces[place] = (struct first_fit_piece){at, size};
    memory->n++;
}

void first_fit_release(struct first_fit *memory, uint64_t at, uint64_t size)
{
    struct first_fit_piece *pieces = memory->pieces;
    uint32_t place = 0;
    if (size == 0)
        return;
    while (place < memory->n && pieces[place].at != at)
        place++;
    g_assert(place < memory->n && pieces[place].size == size);
    memory->n--;
    memmove(&pieces[place], &pieces[place + 1], (memory->n - place) * sizeof *pieces);
}
