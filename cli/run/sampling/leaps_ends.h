/* SPDX-License-Identifier: BSD-3-Clause */
/* How long a launch goes on whose blocks were all brought to their ends by a leap.
 *
 * The SM that is busy longest counts; how long it is, sampling/ends.h says. But where SMs wait for
 * DRAM, those that are left become faster when others have ended: then nothing is known but that
 * all of it takes no less than its instructions take at the launch's last pace.
 */
#ifndef SIMGPU_CLI_RUN_SAMPLING_LEAPS_ENDS_H
#define SIMGPU_CLI_RUN_SAMPLING_LEAPS_ENDS_H

#include "cli/run/sampling/leaps_state.h"

/* The leap has been made. Notes what the ends take beyond the work, as an interval. Returns what
 * all of it takes, in cycles. */
double leaps_note_ends(struct leaps *leaps);

#endif
