/* SPDX-License-Identifier: BSD-3-Clause */
/* The named barriers of one block: which warps have arrived, and which the last arrival releases.
 *
 * Warps arrive as wholes: a warp counts as 32 threads, however many lanes it has active. A barrier
 * waits for all live warps of the block, or for a given number of threads. In the former case it no
 * longer waits for a warp that exits. A warp that only signals (bar.arrive) counts and goes on. A
 * reducing barrier combines a predicate of all lanes that arrive.
 *
 * Source: PTX ISA 3.0, "Parallel Synchronization and Communication Instructions: bar": 16 barriers;
 * the thread count is a multiple of the warp size; arrival counts whole warps; a barrier without a
 * count waits for the whole block. ASSUMED: a warp's exit lowers what such a barrier waits for; PTX
 * leaves it open. Differs: from sm_70 on lanes of a warp may arrive one by one.
 * Units: warps are indices in the block and bits of a mask.
 */
#ifndef SIMGPU_LAUNCH_BARRIER_H
#define SIMGPU_LAUNCH_BARRIER_H

#include "workloads/issued.h"
#include <glib.h>

enum { BLOCK_BARRIERS = 16, BLOCK_MAX_WARPS = 64 };

struct barrier {
    uint64_t waiting;        /* warps that wait here */
    uint64_t arrived;        /* those that wait, and those that arrived and went on */
    uint32_t arrivals;       /* how often warps have arrived; 0: not in use */
    uint32_t expected_warps; /* 0: all live ones */
    uint8_t kind;            /* BARRIER_SYNC, or which reduction */
    uint32_t lanes, lanes_true;
    uint32_t result; /* of the last reduction that was completed here */
};

struct block_barriers {
    uint64_t live; /* warps that have not exited */
    unsigned n_warps;
    uint32_t used; /* mask: barriers at which warps have arrived */
    struct barrier barrier[BLOCK_BARRIERS];
};

struct barrier_arrival {
    uint32_t id;
    uint32_t threads;           /* 0: all live warps */
    enum barrier_kind kind;     /* BARRIER_ARRIVE goes on at once */
    uint32_t lanes, lanes_true; /* lanes of the warp that take part; with a true predicate */
};

/* n_warps: 1 to BLOCK_MAX_WARPS. */
void block_barriers_init(struct block_barriers *barriers, unsigned n_warps);

/* A live warp that waits nowhere arrives. *released: the warps that waited and go on now, 0 if
 * none. The arriving warp is among them unless it only signals. False if the program is wrong: no
 * such barrier, a thread count that is not whole warps or that the block never reaches, two counts
 * for one barrier, different reductions at once. *fault then says what, without kernel and place;
 * g_free. */
bool block_barriers_arrive(struct block_barriers *barriers, unsigned warp,
                           const struct barrier_arrival *arrival, uint64_t *released, char **fault);

/* The same for a warp whose 32 lanes wait for the whole block, at a barrier where nobody waits for
 * anything else. False: somebody does, or there is no such barrier, and nothing has happened. */
static inline bool block_barriers_meet(struct block_barriers *barriers, unsigned warp, uint32_t id,
                                       uint64_t *released)
{
    const uint64_t bit = UINT64_C(1) << warp;
    if (id >= BLOCK_BARRIERS)
        return false;
    struct barrier *barrier = &barriers->barrier[id];
    if (barrier->arrivals > 0 && (barrier->expected_warps > 0 || barrier->kind != BARRIER_SYNC))
        return false;
    g_assert(barriers->live & bit & ~barrier->waiting);
    *released = 0;
    if ((barrier->arrived | bit) == barriers->live) {
        *released = barrier->waiting | bit;
        barriers->used &= ~(UINT32_C(1) << id);
        *barrier = (struct barrier){.result = barrier->lanes_true};
        return true;
    }
    barriers->used |= UINT32_C(1) << id;
    barrier->arrived |= bit;
    barrier->waiting |= bit;
    barrier->arrivals++;
    barrier->kind = BARRIER_SYNC;
    barrier->lanes += WARP_LANES;
    return true;
}

/* A live warp that waits nowhere exits; returns the warps that this releases. */
uint64_t block_barriers_exit(struct block_barriers *barriers, unsigned warp);

/* The result of the reduction that the barrier completed last: how many, or 0 or 1. */
static inline uint32_t block_barriers_result(const struct block_barriers *barriers, uint32_t id)
{
    return barriers->barrier[id].result;
}

/* Warps that wait at some barrier. */
uint64_t block_barriers_waiting(const struct block_barriers *barriers);

/* Appends "barrier 0: 3 of 4 warps have arrived, not warp 2" for each barrier in use, separated by
 * "; ". When no barrier of the block can complete any more, this says why. */
void block_barriers_describe(const struct block_barriers *barriers, GString *text);

#endif
