/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the blocks of a launch stand that leaps, and how far they can. */
#ifndef SIMGPU_CLI_RUN_SAMPLING_LEAPS_BLOCKS_H
#define SIMGPU_CLI_RUN_SAMPLING_LEAPS_BLOCKS_H

#include "cli/run/sampling/leaps_state.h"

enum { LEAPS_PERIOD = 2048 }; /* cycles between two rows. ASSUMED */

/* The SMs have told where their blocks stand at the last row. */
void leaps_note_blocks(struct leaps *leaps);
/* The launch has ended, and with it the blocks that were there at the last row. */
void leaps_note_last(struct leaps *leaps);
/* The launch's own clock at the last row. */
double leaps_own_clock(const struct leaps *leaps);
/* Instructions a cycle of a block: the mean since its begin, or that of the last window if it is
 * quite another one; 0: it is too young. */
double leaps_pace(const struct leaps *leaps, const struct leaps_block *block);
/* The same of the last rows alone. */
double leaps_late_pace(const struct leaps_block *block);
/* How far all blocks can leap, as far as is known of their length; 0: one can't. */
double leaps_reach(const struct leaps *leaps);

#endif
