/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches whose blocks all do the same.
 *
 * Benchmarks launch thousands of blocks that never ask which they are. One of them is computed, the
 * first. If it has read nothing that it has written, nor the other way round, the next one finds
 * what the first found, writes the same to the same places, and counts the same. */
#ifndef SIMGPU_FUNCTIONAL_ALIKE_H
#define SIMGPU_FUNCTIONAL_ALIKE_H

#include "models/functional/functional_blocks.h"

/* Whether that may be so, of a launch that has not begun. */
bool functional_alike_fit(const struct functional *f);
/* Runs its blocks: the first, or all of them. False: an error, as functional_run_blocks(). */
bool functional_alike_run(struct functional *f);

#endif
