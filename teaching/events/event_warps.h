/* SPDX-License-Identifier: BSD-3-Clause */
/* What each warp waits for, whenever that changes: EVENT_WARP_WAITS.
 *
 * An SM tells of a cycle or a gap when it has come to its end, so these events come late: those of
 * an SM with warps that all wait come as late as their wait ends. */
#ifndef SIMGPU_TEACHING_EVENTS_EVENT_WARPS_H
#define SIMGPU_TEACHING_EVENTS_EVENT_WARPS_H

#include "models/gpu.h"
#include "teaching/events/event.h"

struct event_log;
struct event_warps;

struct event_warps *event_warps_new(uint32_t n_sms);
/* NULL is fine. */
void event_warps_free(struct event_warps *warps);

/* Observer functions; data is the log. */
void event_warps_cycle(void *data, const struct sm *sm);
void event_warps_gap(void *data, const struct sm *sm, uint64_t first, uint64_t span);
/* A warp has issued; another one has started in a slot. warps: NULL: nobody wants to know. */
void event_warps_issued(struct event_warps *warps, uint32_t sm, unsigned slot);
void event_warps_started(struct event_warps *warps, uint32_t sm, unsigned slot);

/* After the run: what its warps wait for then, in the cycle after its last one. */
void event_warps_end(struct event_log *log);

/* No event of this kind will come before that time. */
sim_time event_warps_settled(const struct event_log *log);

#endif
