/* SPDX-License-Identifier: BSD-3-Clause */
/* Somebody hears of a launch's blocks while it runs, and may let it end with fewer of them.
 *
 * The dispatcher tells of each block that has ended. Blocks that are left out (launch.h) count as
 * sent and ended from the begin on. The answer is how many blocks the launch is to
 * have, counted from its first one. Those that have left end in any case. The host runs the others
 * functionally when the launch has ended.
 *
 * Units: cycles of the dispatcher's clock since the launch began; time in ps.
 */
#ifndef SIMGPU_LAUNCH_LAUNCH_WATCH_H
#define SIMGPU_LAUNCH_LAUNCH_WATCH_H

#include <stdint.h>

/* Where a launch stands when a block of it has ended. */
struct launch_progress {
    uint64_t done, sent, n_blocks;
    uint64_t cycles; /* as its record would count them if it ended now */
    uint64_t now_ps;
};

struct launch_watch {
    void *data;
    /* How many blocks the launch is to have; n_blocks or more: as many as it has. */
    uint64_t (*block_done)(void *data, const struct launch_progress *progress);
};

#endif
