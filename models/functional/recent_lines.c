/* SPDX-License-Identifier: BSD-3-Clause */
#include "models/functional/recent_lines.h"
#include <glib.h>

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

void recent_lines_take(struct recent_lines *recent,
                       void (*each)(void *data, uint64_t line, uint8_t sectors, bool written),
                       void *data)
{
    const uint64_t first = recent->n > recent->room ? recent->n - recent->room : 0;
    for (uint64_t i = first; i < recent->n; i++) {
        const uint64_t noted = recent->lines[i & (recent->room - 1)];
        each(data, noted & ~(uint64_t)(RECENT_LINE_BYTES - 1), noted & RECENT_SECTORS,
             noted & RECENT_WRITTEN);
    }
    recent->n = 0;
}
