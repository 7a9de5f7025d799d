/* SPDX-License-Identifier: BSD-3-Clause */
/* See effect.h. */
#include "workloads/cuda_process/effect.h"
#include "base/host/fresh_pages.h"
#include <string.h>

/* Its pages come many at a time. ASSUMED. */
enum { LARGE_ROW = 1 << 16 };

static void set_row(const struct effect *effect, uint8_t *row)
{
    if (effect->element_bytes == 1) {
        memset(row, (int)effect->value, effect->width);
        return;
    }
    for (uint64_t i = 0; i < effect->width; i += effect->element_bytes)
        memcpy(row + i, &effect->value, effect->element_bytes);
}

void effect_apply(const struct effect *effect, const struct program_memory *memory)
{
    memory->arrive_at(memory->data, effect->to);
    memory->arrive_at(memory->data, effect->from);
    for (uint64_t i = 0; i < effect->height && effect->width > 0; i++) {
        uint8_t *row = effect->to + i * effect->to_pitch;
        if (effect->width >= LARGE_ROW && effect->kind != EFFECT_RELEASE)
            fresh_pages(row, effect->width);
        if (effect->kind == EFFECT_SET)
            set_row(effect, row);
        else if (effect->kind != EFFECT_RELEASE)
            memmove(row, effect->from + i * effect->from_pitch, effect->width);
    }
    if (effect->bytes > 0)
        memory->changed(memory->data, effect->address, effect->bytes);
}

void moved_bytes_begin(GArray *moved, const struct program_memory *memory, uint64_t caller)
{
    for (guint i = 0; i < moved->len; i++) {
        struct moved_bytes *m = &g_array_index(moved, struct moved_bytes, i);
        if (m->caller != caller || m->under_way)
            continue;
        memory->arrive(memory->data, m->address);
        memory->hold(memory->data, true);
        m->under_way = true;
    }
}

/* Until the caller asks for something else, nobody knows how many bytes are there. */
void moved_bytes_note(GArray *moved, const struct program_memory *memory, uint64_t caller)
{
    for (guint i = moved->len; i-- > 0;) {
        const struct moved_bytes *m = &g_array_index(moved, struct moved_bytes, i);
        if (m->written > 0)
            memory->changed(memory->data, m->address, m->written);
        if (m->caller != caller)
            continue;
        if (m->under_way)
            memory->hold(memory->data, false);
        g_array_remove_index_fast(moved, i);
    }
}
