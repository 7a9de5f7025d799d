/* SPDX-License-Identifier: BSD-3-Clause */
/* The units that are due at one stop, run side by side by several threads (engine_options.threads).
 *
 * Units have no state in common, and what one does to another comes later than the stop (engine.h).
 * So they may run in any order, and at the same time:
 *  - each unit has a keeper, who has its deadline, and its messages and credits. What units that
 *    run side by side send is kept in lists by keeper (effects.h), and carried out at the next
 *    stop, by one thread for each keeper, before the keeper's units run;
 *  - when the next stop is must be known before: each thread keeps the earliest time at which
 *    anything that it has done may have a unit run. A credit that nobody waits for counts, too:
 * such a stop may turn out to have nothing due;
 *  - payloads come from a pool of each thread (payload.h); a failure is the earliest one whatever
 *    the order; what kinds count by launch is added up under a lock (launch_meter.h);
 *  - units that touch more than that run before, one after the other, with nobody beside them:
 *    those that say so (unit_ops.alone), and those whose counters are to be read.
 * Results are those of one thread, byte by byte. So a stop hands over twice: as it begins, and as
 * it ends. A keeper is mostly served by the thread of its number, whose processor's cache has its
 * units' memory; any other may do so, and does, if that one doesn't come.
 */
#ifndef SIMGPU_CORE_STEP_H
#define SIMGPU_CORE_STEP_H

#include "models/core/crew.h"
#include "models/core/crew_pace.h"
#include "models/core/deadlines.h"
#include "models/core/effects.h"
#include "models/core/payload.h"
#include "models/core/unit.h"
#include <stdatomic.h>

/* What one thread has to itself. */
struct step_worker {
    _Alignas(64) struct effects *effects[2]; /* by keeper, of even stops and of odd ones */
    struct payload_pool *payloads;
    uint64_t number;   /* the last step it has taken part in */
    uint64_t earliest; /* bucket: what it has done there has nobody run before */
};

/* A unit's share of a stop. */
struct step_share {
    struct unit *unit;
    sim_time next; /* its own next event */
    uint64_t ns;   /* of its turn, if the engine is profiled */
};

/* Some units, and what is done to them. */
struct step_keeper {
    /* The step's number, and how many of its shares are left (see step.c): threads take them by it.
     */
    _Alignas(64) _Atomic uint64_t left;
    _Alignas(64) GPtrArray *due;
    struct step_share *shares; /* of the stop, or of the last one */
    uint32_t n_shares, capacity;
    bool limit_reached;
    uint64_t messages; /* since the engine has asked */
    uint64_t ns;       /* of carrying out, if the engine is profiled */
    struct deadlines deadlines;
};

struct step {
    struct crew *crew;
    struct step_worker *workers;
    struct step_keeper *keepers;
    unsigned n_workers;
    struct payload_depot *depot;
    struct crew_pace pace; /* whether more than one thread is worth while */
    uint64_t earliest;     /* bucket: no keeper's unit is to run before */
    bool begun;            /* there has been a stop */
    uint32_t n_last;       /* units of the last step */
    /* Of the step under way: */
    uint64_t number;
    uint64_t bucket;
    unsigned parity;       /* of the effects that are kept */
    sim_time clock_before; /* of the stop whose effects are carried out */
    sim_time limit;
};

struct step *step_new(struct engine *engine, unsigned threads);
/* NULL is fine. */
void step_free(struct step *step);
/* Payloads that its pools have made, and neither they nor the depot have got back. */
uint64_t step_payloads_in_use(const struct step *step);

/* The next stop's bucket; UINT64_MAX if there is none. */
uint64_t step_peek(struct step *step, struct engine *engine);
/* Moves the engine's deadlines there; false if there is none. `due`: units that run alone. */
bool step_next_stop(struct step *step, struct engine *engine, GPtrArray *due);
/* Runs the units that are due at the current stop. */
void step_run(struct step *step, struct engine *engine, GPtrArray *due);
/* Carries out everything that has been kept. */
void step_bring_home(struct step *step, struct engine *engine);

#endif
