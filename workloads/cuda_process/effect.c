/* SPDX-License-Identifier: BSD-3-Clause */
/* See effect.h. */
#include "workloads/cuda_process/effect.h"
#include <string.h>

static void set_row(const struct effect *effect, uint8_t *row)
{
    if (effect->element_bytes == 1) {
        memset(row, (int)effect->value, effect->width);
        return;
    }
    for (uint64_t i = 0; i < effect->width; i += effect->element_bytes)
        memcpy(row + i, &effect->value, effect->element_bytes);
}

void effect_apply(const struct effect *effect)
{
    for (uint64_t i = 0; i < effect->height && effect->width > 0; i++) {
        uint8_t *row = effect->to + i * effect->to_pitch;
        if (effect->kind == EFFECT_SET)
            set_row(effect, row);
        else if (effect->kind != EFFECT_RELEASE)
            memmove(row, effect->from + i * effect->from_pitch, effect->width);
    }
}
