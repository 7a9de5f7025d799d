/* SPDX-License-Identifier: BSD-3-Clause */
/* Profiles of DAWS as text: loops with their locality, and the static load classification table.
 *
 *     daws profile 1
 *     kernel NAME
 *     loop BEGIN FIRST LAST locality COUNTER
 *     load PC in BEGIN divergence COUNTER repetition ID
 *
 * Loops and loads are those of the kernel above them; places are pcs. A loop has locality if
 * its counter is above 0, a load is diverged if its counter is above 1, and loads with the same id
 * touch the same lines. The counters of several SMs add up. Lines that begin with # are comments.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling", MICRO 2013, section 5.1.
 * Differs: the paper profiles all accesses of each load, and takes repetition from the assembly.
 * Here DAWS with detection writes the profile, from its sampling warps. Units: none.
 */
#ifndef SIMGPU_POLICIES_WARP_SCHEDULER_DAWS_PROFILE_H
#define SIMGPU_POLICIES_WARP_SCHEDULER_DAWS_PROFILE_H

#include "policies/warp_scheduler/daws_predictor.h"

/* Functions of warp_scheduler_ops; the states are struct daws. */
void daws_profile_merge(void *state, const void *other);
void daws_profile_write(const void *state, GString *text);
bool daws_profile_read(void *state, const char *file, const char *text, GError **error);

#endif
