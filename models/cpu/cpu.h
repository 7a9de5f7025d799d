/* SPDX-License-Identifier: BSD-3-Clause */
/* A CPU in SimGrid's terms, and a step of what runs on it.
 *
 * A user is an application on a core, or a kernel on several. It runs in steps: a step is an
 * execution on each of its cores and, at the same time, a flow of its misses' lines over the link
 * to DRAM; it ends when all have. Executions share cores, and flows the link, as SimGrid's models
 * say (max-min fairness), with whatever else crosses it. At a step's begin the last-level cache is
 * divided among the phases that then run (llc_share.h), and each miss beyond those that the phase
 * has alone costs what the memory's latency leaves uncovered: latency / overlap. So does the part
 * of a miss's latency that comes of queueing, for all misses: of a line's time on the link S and a
 * load r it is S r / 2 (1 - r). Source: M/D/1 queue (L. Kleinrock, "Queueing Systems", volume 1,
 * 1975). The load is what all others moved in their last steps, at most 0.95 (ASSUMED: a queue is
 * finite).
 *
 * Where a kernel's threads and applications are more than the cores, an application shares its core
 * with a thread of the kernel, and each has half of it: an operating system balances its queues of
 * threads, one a core, no finer than whole threads. The kernel's threads take work as they are
 * free, so the kernel has all that is left of the cores. Source: T. Li, D. Baumberger, S. Hahn,
 * "Efficient and Scalable Multiprocessor Fair Scheduling Using Distributed Weighted Round-Robin",
 * PPoPP 2009, on Linux's queues. Differs: which application shares is not drawn: each of n has the
 * mean of it when fewer than n have to.
 *
 * A step begins at a whole picosecond, and knows of others what was so before that time: in which
 * order SimGrid runs those that begin together makes no difference.
 *
 * Units: seconds, bytes; times in ps.
 */
#ifndef SIMGPU_CPU_CPU_H
#define SIMGPU_CPU_CPU_H

#include "models/core/time.h"
#include "models/cpu/applications.h"
#include <simgrid/host.h>
#include <stdbool.h>

struct cpu_user_state {
    const struct cpu_phase *phase; /* of the current step; NULL: it doesn't run */
    double rate;                   /* bytes a second, in the last step */
};

struct cpu_user {
    unsigned cores; /* on which it runs, in the same phase */
    bool kernel;    /* its threads take work as they are free */
    sim_time since; /* from when on it is `now`; until then it was `before` */
    struct cpu_user_state now, before;
};

struct cpu {
    const struct cpu_host *host;
    sg_host_t cores, memory;
    GPtrArray *users; /* struct cpu_user, borrowed */
    double llc_taken; /* bytes of the cache that no user has */
    /* Bytes a second of what else crossed the link before `time`; NULL: nothing. */
    double (*other_load)(const struct cpu *cpu, sim_time time);
    const void *data; /* for it */
};

void cpu_init(struct cpu *cpu, const struct cpu_host *host, const char *cores, const char *memory);
void cpu_finish(struct cpu *cpu);
void cpu_add_user(struct cpu *cpu, struct cpu_user *user, const struct cpu_phase *first,
                  unsigned cores);

/* Copies between the CPU and a SimGrid host cross the link to memory, too, and get the same share
 * of it as a user's flow: CM02 divides inversely to each route's weight, its latency by default,
 * and the way to memory has none. Returns the bytes a second of a copy that is alone. */
double cpu_share_with_copies(const struct cpu *cpu, const char *other);

/* Called by an actor, whose clock stands at `begun`. Runs so many instructions on each of the
 * user's cores; returns the step's end, at which the clock then stands, and adds to *bytes. */
sim_time cpu_run_step(struct cpu *cpu, struct cpu_user *user, const struct cpu_phase *phase,
                      double instructions, sim_time begun, double *bytes);
/* The user doesn't run any more from `time` on. */
void cpu_rest(struct cpu_user *user, sim_time time);

#endif
