/* SPDX-License-Identifier: BSD-3-Clause */
/* The units that are due at one stop, run side by side by several threads (engine_options.threads).
 *
 * Units have no state in common, and what one does to another comes later than the stop (engine.h).
 * So they may run in any order, and at the same time:
 *  - what they send is kept in lists and carried out when all have run: each unit has a keeper, who
 *    puts messages into its inbox and credits into its wires, and lists whom that wakes (effects.h);
 *  - payloads come from a pool of each thread (payload.h); a failure is the earliest one whatever
 *    the order; what kinds count by launch is added up under a lock (launch_meter.h);
 *  - units that touch more than that run before, one after the other, with nobody beside them:
 *    those that say so (unit_ops.alone), and those whose counters are to be read.
 * Results are those of one thread, byte by byte. A keeper's work is a piece for the threads like a
 * unit's turn: only the deadlines are everybody's, and the conductor's alone.
 */
#ifndef SIMGPU_CORE_STEP_H
#define SIMGPU_CORE_STEP_H

#include "models/core/crew.h"
#include "models/core/effects.h"
#include "models/core/payload.h"
#include "models/core/unit.h"

/* What one thread has to itself. */
struct step_worker {
    struct effects *effects; /* by keeper */
    struct payload_pool *payloads;
};

/* Carries out what has been done to its units. There are as many as threads. */
struct step_keeper {
    sim_time *wake;  /* by unit id: when it is to be woken; SIM_TIME_NEVER: it is not */
    uint32_t *woken; /* ids of those that are */
    uint32_t n_woken;
    uint64_t messages; /* of the step */
    uint64_t ns;       /* of the step, if the engine is profiled */
};

/* A unit's share of a step. */
struct step_share {
    struct unit *unit;
    sim_time next; /* its own next event */
    uint64_t ns;   /* of its turn, if the engine is profiled */
};

struct step {
    struct crew *crew;
    struct step_worker *workers;
    struct step_keeper *keepers;
    unsigned n_workers;
    struct payload_depot *depot;
    GArray *shares;     /* struct step_share, in the order in which they are due */
    uint32_t *order;    /* indices of these: first those that keeper 0 has, and so on */
    unsigned *n_own;    /* by keeper: how many it has, which its thread runs first */
    unsigned *one_each; /* by keeper: 1 */
    guint capacity;     /* of order */
};

struct step *step_new(struct engine *engine, unsigned threads);
/* NULL is fine. */
void step_free(struct step *step);
/* Payloads that its pools have made, and neither they nor the depot have got back. */
uint64_t step_payloads_in_use(const struct step *step);
/* Runs the units that are due at the current stop. */
void step_run(struct step *step, struct engine *engine, GPtrArray *due);

#endif
