/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs blocks of a launch, one after the other or, if they wait for each other, side by side. */
#ifndef SIMGPU_FUNCTIONAL_BLOCKS_H
#define SIMGPU_FUNCTIONAL_BLOCKS_H

#include "models/functional/functional_warp.h"

/* Runs the blocks from f->next to below f->end, and what f->pool has, until none is left, or, once
 * f->pause_at instructions have run, until those that have begun are over. False with an error, or
 * without one, if a block before them has failed in another thread; f->failed then has the counts
 * that the block belongs to. f->stopped: all blocks that have begun can only wait for others, and
 * none is left to begin. They go on at the next call. */
bool functional_run_blocks(struct functional *f);
/* Frees blocks of a launch that has stopped. Nothing happens if it has not. */
void functional_drop_blocks(struct functional *f);

#endif
