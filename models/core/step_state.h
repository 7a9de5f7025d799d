/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of a step: for step.c and step_part.c. See step.h. */
#ifndef SIMGPU_CORE_STEP_STATE_H
#define SIMGPU_CORE_STEP_STATE_H

#include "models/core/crew.h"
#include "models/core/crew_pace.h"
#include "models/core/deadlines.h"
#include "models/core/effects.h"
#include "models/core/payload.h"
#include "models/core/unit.h"
#include <stdatomic.h>

/* A thread's own state. */
struct step_worker {
    _Alignas(64) struct effects *effects[2]; /* by keeper, of even stops and of odd ones */
    struct payload_pool *payloads;
    uint64_t number;   /* the last step it has taken part in */
    uint64_t earliest; /* bucket: no effect that it keeps makes a unit run before */
};

/* A unit's share of a stop. */
struct step_share {
    struct unit *unit;
    sim_time next; /* its own next event */
    uint64_t ns;   /* of its turn, if the engine is profiled */
};

/* Some units, and what others do to them. */
struct step_keeper {
    /* The step's number, and how many of its shares are left (see step.c). Threads take shares by
     * it. */
    _Alignas(64) _Atomic uint64_t left;
    _Alignas(64) GPtrArray *due;
    struct step_share *shares; /* of the stop, or of the last one */
    uint32_t n_shares, capacity;
    bool limit_reached;
    uint64_t messages; /* since the engine last asked */
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

#endif
