/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/core/launch_rows.h"
#include <glib.h>

/* ASSUMED: 8,192 launches, which take at least as many microseconds, are later than any write-back.
 */
enum { FIRST_PLACES = 16384 };

struct launch_place {
    bool taken, ended;
    uint32_t launch, row;
    uint64_t begun; /* launch_rows.begun when the launch ended */
};

void launch_rows_init(struct launch_rows *rows)
{
    *rows = (struct launch_rows){.places = g_new0(struct launch_place, FIRST_PLACES),
                                 .n_places = FIRST_PLACES};
}

void launch_rows_finish(struct launch_rows *rows)
{
    g_free(rows->places);
    *rows = (struct launch_rows){0};
}

static struct launch_place *place_of(const struct launch_rows *rows, uint32_t launch)
{
    return &rows->places[launch & (rows->n_places - 1)];
}

/* Whether the launch may have its place. A launch that has it already keeps it: a longer table
 * would not help. */
static bool is_free(const struct launch_rows *rows, uint32_t launch)
{
    const struct launch_place *place = place_of(rows, launch);
    return !place->taken || place->launch == launch ||
           (place->ended && rows->begun - place->begun >= rows->n_places / 2);
}

/* Two launches that shared a place may then have one each. Launches with places of their own keep
 * that. */
static void grow(struct launch_rows *rows)
{
    struct launch_place *before = rows->places;
    const uint32_t n_before = rows->n_places;
    rows->n_places = 2 * n_before;
    rows->places = g_new0(struct launch_place, rows->n_places);
    for (uint32_t i = 0; i < n_before; i++)
        if (before[i].taken)
            *place_of(rows, before[i].launch) = before[i];
    g_free(before);
}

void launch_rows_set(struct launch_rows *rows, uint32_t launch, uint32_t row)
{
    while (!is_free(rows, launch))
        grow(rows);
    *place_of(rows, launch) = (struct launch_place){.taken = true, .launch = launch, .row = row};
    rows->begun++;
}

void launch_rows_end(struct launch_rows *rows, uint32_t launch)
{
    struct launch_place *place = place_of(rows, launch);
    g_assert(place->taken && place->launch == launch);
    place->ended = true;
    place->begun = rows->begun;
}

bool launch_rows_find(const struct launch_rows *rows, uint32_t launch, uint32_t *row)
{
    const struct launch_place *place = place_of(rows, launch);
    *row = place->row;
    return place->taken && place->launch == launch;
}
