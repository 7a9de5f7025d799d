/* SPDX-License-Identifier: BSD-3-Clause */
/* What an SM tells people of its warps: where each stands, and what it waits for. */
#ifndef SIMGPU_SM_REPORT_H
#define SIMGPU_SM_REPORT_H

#include "models/core/unit.h"
#include "workloads/instruction.h"

struct sm;

/* The warp in a slot, and what it waits for. False: there is none. */
struct sm_standing {
    const struct warp_context *context;
    const char *state;
};
bool sm_standing(const struct sm *sm, unsigned slot, struct sm_standing *out);
void sm_describe_waits(struct unit *unit, GString *text);
/* See unit_ops. */
void sm_snapshot(const struct unit *unit, sim_time time, void *counters);

/* Profiles of the policies that have these functions (policies/sm_policy.h). Call this before the
 * run: */
bool sm_profile_read(struct sm *sm, const char *file, const char *text, GError **error);
/* Call these after the run. */
void sm_profile_merge(struct sm *sm, const struct sm *other);
void sm_profile_write(const struct sm *sm, GString *text);

#endif
