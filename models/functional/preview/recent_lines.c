/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/preview/recent_lines.h"
#include <glib.h>
#include <string.h>

void recent_lines_init(struct recent_lines *recent, uint64_t room)
{
    *recent = (struct recent_lines){.room = 1024};
    while (recent->room < room && recent->room < 1u << 24)
        recent->room *= 2;
    recent->lines = g_new0(uint64_t, recent->room);
}

void recent_lines_finish(struct recent_lines *recent)
{
    g_free(recent->lines);
}

static uint64_t hash(uint64_t line)
{
    return (line / RECENT_LINE_BYTES * UINT64_C(0x9e3779b97f4a7c15)) >> 24;
}

/* The place of a line among those that are kept so far, by open addressing: where it is + 1, or 0.
 */
static uint32_t *place_of(const struct recent_lines *recent, uint32_t *places, uint64_t line)
{
    const uint64_t mask = 2 * (uint64_t)recent->room - 1, flags = RECENT_LINE_BYTES - 1;
    uint64_t at = hash(line) & mask;
    while (places[at] && ((recent->lines[places[at] - 1] ^ line) & ~flags) != 0)
        at = (at + 1) & mask;
    return &places[at];
}

/* From the last use backwards: what is kept goes to the end of the room, behind all that is still
 * to be looked at. */
void recent_lines_compact(struct recent_lines *recent)
{
    const uint64_t flags = RECENT_SECTORS | RECENT_WRITTEN;
    uint32_t first = recent->room;
    g_autofree uint32_t *places = g_new0(uint32_t, 2 * (gsize)recent->room);
    for (uint32_t i = recent->n; i > 0; i--) {
        const uint64_t noted = recent->lines[i - 1];
        uint32_t *place = place_of(recent, places, noted & ~flags);
        if (*place > 0) {
            recent->lines[*place - 1] |= noted & flags;
        } else if (first > recent->room / 2) {
            recent->lines[--first] = noted;
            *place = first + 1;
        }
    }
    recent->n = recent->room - first;
    memmove(recent->lines, recent->lines + first, recent->n * sizeof recent->lines[0]);
}

void recent_lines_take(struct recent_lines *recent,
                       void (*each)(void *data, uint64_t line, uint8_t sectors, bool written),
                       void *data)
{
    for (uint32_t i = 0; i < recent->n; i++) {
        const uint64_t noted = recent->lines[i];
        each(data, noted & ~(uint64_t)(RECENT_LINE_BYTES - 1), noted & RECENT_SECTORS,
             noted & RECENT_WRITTEN);
    }
    recent->n = 0;
}
