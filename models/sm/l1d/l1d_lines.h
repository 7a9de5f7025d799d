/* SPDX-License-Identifier: BSD-3-Clause */
/* How a line of L1D is emptied: inline, since loads, stores and fills do it. */
#ifndef SIMGPU_SM_L1D_LINES_H
#define SIMGPU_SM_L1D_LINES_H

#include "models/sm/l1d/l1d_state.h"
#include <string.h>

/* Nothing of the line is here any more. */
static inline void l1d_clear_line(struct l1d *l1d, int index)
{
    if (l1d->data[index]) {
        payload_give_back(l1d->core->unit.payloads, l1d->data[index]);
        l1d->data[index] = NULL;
    }
    if (l1d->lines[index].in_part)
        memset(l1d->stored[index], 0, sizeof l1d->stored[index]);
    l1d->lines[index] = (struct l1d_line){0};
}

static inline void l1d_drop_line(struct l1d *l1d, int index)
{
    g_assert(tag_array_state(&l1d->tags, index) == TAG_VALID);
    l1d_clear_line(l1d, index);
    tag_array_invalidate(&l1d->tags, index);
}

/* Nothing of a reserved line is on its way any more. */
static inline void l1d_settle_line(struct l1d *l1d, int index)
{
    const struct l1d_line *line = &l1d->lines[index];
    tag_array_fill(&l1d->tags, index);
    if (!line->valid && !line->stored)
        l1d_drop_line(l1d, index);
}

#endif
