/* SPDX-License-Identifier: BSD-3-Clause */
/* Launches from kernels: they join the host's queue, from which all launches leave.
 *
 * The host model stands for what schedules grids on the device, too. A launch of a kernel comes as
 * a message, waits for host.child.latency, and is then an operation like a launch of the program:
 * it takes a place among concurrent.kernels and leaves for the dispatcher.
 *
 * A family is a launch with its children. The launch has ended when its own blocks and all of its
 * children have; so what the program put behind it waits for all of them. Its own place among
 * concurrent.kernels is free earlier, when its blocks have ended.
 *
 * Order: children of one stream of a family run one after the other. Those of the tail stream begin
 * when everything else of the family has ended, one by one.
 *
 * Source: CUDA C++ Programming Guide, "CUDA Dynamic Parallelism": "Parent and Child Grids",
 *   "Streams and Events", "Ordering and Concurrency".
 * Differs: the number of pending launches has no limit (cudaLimitDevRuntimePendingLaunchCount).
 * Units: times in ps.
 */
#ifndef SIMGPU_HOST_HOST_CHILDREN_H
#define SIMGPU_HOST_HOST_CHILDREN_H

#include "models/host/host_state.h"

struct host_family;

void host_children_init(struct host *host);
void host_children_finish(struct host *host);

/* A message with launches has come. */
void host_take_children(struct host *host, const struct message *message, sim_time now);

/* When the first one that waits for its latency becomes an operation; SIM_TIME_NEVER: none waits.
 */
sim_time host_next_child(const struct host *host);
/* It does so. */
void host_issue_child(struct host *host, sim_time now);

/* The launch's own blocks have ended well. True: it ends later, with its last child; the output of
 * its own has been told. */
bool host_waits_for_children(struct host *host, struct operation *operation, sim_time now,
                             const char *output);

/* Before the operation goes: what it leaves behind. NULL, or the family whose child it was, for
 * host_child_ended. */
struct host_family *host_leave_family(struct host *host, struct operation *operation);
void host_child_ended(struct host *host, struct host_family *family, sim_time now);

#endif
