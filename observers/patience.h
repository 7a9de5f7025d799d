/* SPDX-License-Identifier: BSD-3-Clause */
/* A watchdog: names a launch in which no warp has left its loop for long, and a warp scheduler that
 * has held ready warps back for as long.
 *
 * It looks four times in the time that it waits. It names a launch once, when each of its resident
 * warps has been at the same place (standing.h) for so long, at least one of them in a loop. Such a
 * loop may still end, so the run goes on. It names an SM's scheduler when the SM has issued nothing
 * for so long, and lost issue slots to the policy all the time.
 *
 * It reads the units when the clock stops. They may be some cycles apart then. It changes nothing.
 *
 * Units: cycles of the SM.
 */
#ifndef SIMGPU_OBSERVERS_PATIENCE_H
#define SIMGPU_OBSERVERS_PATIENCE_H

#include "models/gpu.h"

struct patience;

struct patience_setup {
    struct gpu *gpu;       /* not yet run; borrowed */
    uint64_t cycles;       /* more than 0 */
    const char *scheduler; /* the warp scheduler's name */
    /* Gets lines, each with its end. */
    void (*say)(void *data, const char *text);
    void *data;
};

struct patience *patience_new(const struct patience_setup *setup);
/* NULL is fine. */
void patience_free(struct patience *patience);

#endif
