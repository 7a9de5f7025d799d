/* SPDX-License-Identifier: BSD-3-Clause */
/* The trip of its loop in which a warp issues a load, and the trips before.
 *
 * A warp's memory instructions get numbers as they issue. For each loop of its code a warp keeps
 * the number that was next when its current trip began, and when the trip before began. So a
 * comparison of numbers tells whether an access was in this trip or in the last one, for any nest.
 * A trip ends when the loop's header issues behind a branch that closes the loop. A header that
 * issues otherwise enters the loop anew, and its first trip has none before it.
 *
 * Accesses reach L1D later than their instruction issues. They come in the order of issue, except
 * for loads that wait aside (models/sm/ldst/sm_ldst_retry.c). So notes made at issue wait in a ring
 * for the warp's transactions. If a transaction may belong to several instructions, it takes the
 * first.
 *
 * Source: Rogers, O'Connor, Aamodt, "Divergence-Aware Warp Scheduling" (MICRO 2013), section 4.1
 * and Figure 4.
 * Differs: loops are those of the front end's control-flow graph. Traces have none.
 */
#ifndef SIMGPU_OBSERVERS_TRIPS_H
#define SIMGPU_OBSERVERS_TRIPS_H

#include "observers/residents.h"

/* TRIPS_NONE as last_trip: this is the first one. */
#define TRIPS_NONE UINT32_MAX

struct trips_access {
    uint32_t pc;
    lane_mask lanes;    /* lanes that have not come yet */
    uint32_t number;    /* of the memory instruction: 1, 2, ... */
    uint32_t this_trip; /* the first number of the innermost loop's current trip */
    uint32_t last_trip; /* the first number of the trip before */
    bool in_loop;
};

struct trips_loop {
    uint32_t this_trip, last_trip;
    bool closing; /* a branch back to the header has issued */
};

/* The trips of one warp slot. */
struct trips {
    uint32_t issued;
    uint32_t first, queued, room; /* of the ring; room: 0 or a power of two */
    struct trips_loop *loops;
    uint32_t n_loops;          /* room */
    struct trips_access *ring; /* between issue and L1D */
};

void trips_finish(struct trips *trips);
/* A new warp begins. */
void trips_start(struct trips *trips, const struct kernel_code *code);
/* The warp issues an instruction. Only for code that has loops. */
void trips_issue(struct trips *trips, const struct kernel_code *code, uint32_t pc,
                 const struct issued *what);
/* A transaction of an instruction of this pc, for these lanes. */
struct trips_access trips_take(struct trips *trips, uint32_t pc, lane_mask lanes);

#endif
