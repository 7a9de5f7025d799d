/* SPDX-License-Identifier: BSD-3-Clause */
/* Somebody chooses which launches are simulated, while the run goes on (--representative).
 *
 * The host asks when a launch is about to begin. The answer is a launch that is simulated, or one
 * that has been computed at once and takes a time that the chooser states. No other launch runs on
 * the GPU during that time.
 *
 * Units: times in ps.
 */
#ifndef SIMGPU_HOST_LAUNCH_CHOOSER_H
#define SIMGPU_HOST_LAUNCH_CHOOSER_H

#include "models/core/time.h"
#include "workloads/launch.h"
#include <glib.h>
#include <stdbool.h>

struct launch_choice {
    sim_time now;   /* the host's: when it is to begin */
    bool computed;  /* the chooser has carried the launch out; nothing of it is simulated */
    sim_time takes; /* then, from its begin to its end */
};

struct launch_chooser {
    void *data;
    /* alone: no other launch runs on the GPU or could begin now, and no kernel has asked for this
     * one. The chooser may set launch->watch, which it owns. Appends what a computed launch prints
     * to output. False with an error: a fault of the kernel. */
    bool (*begin)(void *data, struct launch *launch, bool alone, GString *output,
                  struct launch_choice *choice, GError **error);
    /* Carries out the blocks of a launch from first_block on, which were not simulated. */
    bool (*rest)(void *data, const struct launch *launch, uint64_t first_block, GString *output,
                 GError **error);
    /* A launch that was simulated has ended, and its other blocks have been computed. Returns the
     * time that these add. */
    sim_time (*ended)(void *data, const struct launch *launch, sim_time took);
};

#endif
