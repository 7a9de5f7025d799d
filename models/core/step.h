/* SPDX-License-Identifier: BSD-3-Clause */
/* The units that are due at one stop, run side by side by several threads (engine_options.threads).
 *
 * Units have no state in common, and what one does to another comes later than the stop (engine.h).
 * So they may run in any order, and at the same time:
 *  - what they send is kept in lists and carried out afterwards, in the order in which they were
 *    due (effects.h);
 *  - payloads come from a pool of each thread (payload.h); a failure is the earliest one whatever
 *    the order; what kinds count by launch is added up under a lock (launch_meter.h);
 *  - units that touch more than that run before, one after the other, with nobody beside them:
 *    those that say so (unit_ops.alone), and those whose counters are to be read.
 * Results are those of one thread, byte by byte.
 */
#ifndef SIMGPU_CORE_STEP_H
#define SIMGPU_CORE_STEP_H

#include "models/core/crew.h"
#include "models/core/effects.h"
#include "models/core/payload.h"
#include "models/core/unit.h"

/* What one thread has to itself. */
struct step_worker {
    struct effects effects;
    struct payload_pool *payloads;
};

/* A unit's share of a step. */
struct step_share {
    struct unit *unit;
    unsigned worker;     /* which ran it, */
    uint32_t first, end; /* and where the unit's effects lie in the worker's list */
    sim_time next;       /* its own next event */
    uint64_t ns;         /* of its turn, if the engine is profiled */
};

struct step {
    struct crew *crew;
    struct step_worker *workers;
    unsigned n_workers;
    struct payload_depot *depot;
    GArray *shares;  /* struct step_share, in the order in which they are due */
    uint32_t *order; /* indices of these: first those of worker 0, and so on */
    unsigned *n_own; /* by worker: how many are its own */
    guint capacity;  /* of order */
};

struct step *step_new(struct engine *engine, unsigned threads);
/* NULL is fine. */
void step_free(struct step *step);
/* Payloads that its pools have made, and neither they nor the depot have got back. */
uint64_t step_payloads_in_use(const struct step *step);
/* Runs the units that are due at the current stop. */
void step_run(struct step *step, struct engine *engine, GPtrArray *due);

#endif
