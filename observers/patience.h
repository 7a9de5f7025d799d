/* SPDX-License-Identifier: BSD-3-Clause */
/* A watchdog: names a launch in which no warp has left its loop for long, and a warp scheduler that
 * has held ready warps back for as long.
 *
 * It looks four times in the time that it waits. A launch is named when each of its resident warps
 * has been at the same place (standing.h) since so long ago, at least one of them in a loop, and
 * once only. Such a loop may still end: the run goes on. An SM's scheduler is named when the SM has
 * issued nothing for so long, and lost issue slots to the policy all the time.
 *
 * It reads the units where they stand when the clock stops, which may be some cycles apart, and
 * changes nothing.
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
    /* Lines, each with its end. */
    void (*say)(void *data, const char *text);
    void *data;
};

struct patience *patience_new(const struct patience_setup *setup);
/* NULL is fine. */
void patience_free(struct patience *patience);

#endif
