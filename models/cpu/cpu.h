/* SPDX-License-Identifier: BSD-3-Clause */
/* A CPU in SimGrid's terms, and a step of the work on it.
 *
 * A user is an application on a core, or a kernel on several. It runs in steps. A step is an
 * execution on each of its cores and, at the same time, a flow of its misses' lines over the link
 * to DRAM. It ends when all have ended. Executions share cores, and flows share the link with
 * everything else that crosses it, as SimGrid's models say (max-min fairness).
 *
 * At a step's begin the last-level cache is divided among the phases that then run (llc_share.h).
 * Each miss beyond those that the phase has alone costs the uncovered part of the memory's latency:
 * latency / overlap. So does the queueing part of the latency, for all misses. A line that takes S
 * on a link of load r queues for S r / 2 (1 - r). Source: M/D/1 queue (L. Kleinrock, "Queueing
 * Systems", volume 1, 1975). The load is what all others moved in their last steps, at most 0.95
 * (ASSUMED: a queue is finite).
 *
 * A kernel's threads and applications may be more than the cores. An application then shares its
 * core with a thread of the kernel, and each has half of it: an operating system balances its
 * queues of threads, one for each core, no finer than whole threads. The kernel's threads take work
 * as they are free, so the kernel has the rest of the cores. Source: T. Li, D. Baumberger, S. Hahn,
 * "Efficient and Scalable Multiprocessor Fair Scheduling Using Distributed Weighted Round-Robin",
 * PPoPP 2009, on Linux's queues. Differs: no lot decides which application shares. When fewer than
 * n have to share, each of the n gets the mean.
 *
 * A step begins at a whole picosecond. It knows the others' state before that time. So the order in
 * which SimGrid runs steps that begin together makes no difference.
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
    sim_time since; /* from this time on it is `now`; before, it was `before` */
    struct cpu_user_state now, before;
};

struct cpu {
    const struct cpu_host *host;
    sg_host_t cores, memory;
    GPtrArray *users; /* struct cpu_user, borrowed */
    double llc_taken; /* bytes of the cache that users can't have */
    /* Bytes a second that others moved over the link before `time`; NULL: nothing. */
    double (*other_load)(const struct cpu *cpu, sim_time time);
    const void *data; /* for it */
};

void cpu_init(struct cpu *cpu, const struct cpu_host *host, const char *cores, const char *memory);
void cpu_finish(struct cpu *cpu);
void cpu_add_user(struct cpu *cpu, struct cpu_user *user, const struct cpu_phase *first,
                  unsigned cores);

/* Copies between the CPU and a SimGrid host cross the link to memory, too, with the same share of
 * it as a user's flow. CM02 divides inversely to each route's weight, which is its latency by
 * default; the way to memory has no latency. Returns the bytes a second of a copy that is alone. */
double cpu_share_with_copies(const struct cpu *cpu, const char *other);

/* An actor calls it; its clock stands at `begun`. Runs so many instructions on each of the user's
 * cores and adds to *bytes. Returns the step's end, where the clock then stands. */
sim_time cpu_run_step(struct cpu *cpu, struct cpu_user *user, const struct cpu_phase *phase,
                      double instructions, sim_time begun, double *bytes);
/* From `time` on the user doesn't run. */
void cpu_rest(struct cpu_user *user, sim_time time);

#endif
