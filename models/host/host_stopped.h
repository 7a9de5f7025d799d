/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches without simulated time that have stopped, since all their blocks wait for what others
 * write: another launch, or the program (models/functional/functional_look.h).
 *
 * They get turns before simulated time moves on, if something has happened since their last ones,
 * and again as long as one of them does more than wait. So they come behind all that can happen at
 * the same time, and a run without such launches is as it always was.
 *
 * If nothing else can happen, the programs' own threads may still write to memory. They are waited
 * for in real time. When no client can do anything by itself any more, launches that wait for a
 * time as well go on by it. If there is none, the first launch that has stopped is an error.
 */
#ifndef SIMGPU_HOST_HOST_STOPPED_H
#define SIMGPU_HOST_HOST_STOPPED_H

#include "models/host/host_state.h"

/* A launch that takes no simulated time begins: it ends, fails, or stops. */
void host_compute(struct host *host, struct operation *operation, sim_time now);
/* Before simulated time moves on from host->now. next: when something else happens; SIM_TIME_NEVER:
 * nothing, but by a message. True: something has happened; look again. */
bool host_stopped_turn(struct host *host, sim_time next);
/* The run is over. */
void host_stopped_finish(struct host *host);

#endif
