/* SPDX-License-Identifier: BSD-3-Clause */
/* Blocks that find nothing to do are counted, not run.
 *
 * Where a block has ended after a few instructions, the front end is asked whether those that
 * follow do no more than that: to the end of their row, and of the grid if the row began so. It
 * looks at the kernel once for all of them. Asking takes about as long as it takes to run such a
 * block, so it is done ever more seldom where it leads to nothing. The counts are those of running
 * them. */
#ifndef SIMGPU_FUNCTIONAL_FUNCTIONAL_IDLE_H
#define SIMGPU_FUNCTIONAL_FUNCTIONAL_IDLE_H

#include "models/functional/functional_warp.h"
#include "workloads/instruction_source.h"

/* f->idle of a launch that begins. */
void functional_idle_start(struct functional *f);
/* Counts the blocks that follow, as many as are known to be idle. */
void functional_idle_look(struct functional *f, uint64_t instructions);

/* A block of no cluster, the one before f->next, has ended. */
static inline void functional_idle_skip(struct functional *f, const struct functional_block *block)
{
    if (G_UNLIKELY(block->instructions <= f->idle.most) &&
        (block->instructions < f->idle.least || f->next >= f->idle.ask_at))
        functional_idle_look(f, block->instructions);
}

#endif
