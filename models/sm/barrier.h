/* SPDX-License-Identifier: BSD-3-Clause */
/* The named barriers of one block: who has arrived, and whom the last arrival releases.
 *
 * Warps arrive as wholes: a warp counts as 32 threads, however many lanes it has active. A barrier
 * either waits for all live warps of the block, and then a warp that exits is no longer waited
 * for, or for a given number of threads.
 *
 * Source: PTX ISA 3.0, "Parallel Synchronization and Communication Instructions: bar": 16 barriers;
 * the thread count is a multiple of the warp size; arrival counts whole warps. That a warp's exit
 * lowers what a barrier of all warps waits for is ASSUMED: PTX leaves it open.
 * Units: warps are indices in the block and bits of a mask.
 */
#ifndef SIMGPU_SM_BARRIER_H
#define SIMGPU_SM_BARRIER_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

enum { BLOCK_BARRIERS = 16, BLOCK_MAX_WARPS = 64 };

struct barrier {
    uint64_t arrived;        /* warps that wait here; 0: not in use */
    uint32_t expected_warps; /* 0: all live ones */
};

struct block_barriers {
    uint64_t live; /* warps that have not exited */
    unsigned n_warps;
    struct barrier barrier[BLOCK_BARRIERS];
};

/* n_warps: 1 to BLOCK_MAX_WARPS. */
void block_barriers_init(struct block_barriers *barriers, unsigned n_warps);

/* A live warp that waits nowhere arrives. *released: the warps that go on now, it among them, or 0
 * if it has to wait. expected_threads 0: all live warps. False if the program is wrong (no
 * such barrier, a thread count that is not whole warps or that the block never reaches, two counts
 * for one barrier): *fault says what, without kernel and place; g_free. */
bool block_barriers_arrive(struct block_barriers *barriers, unsigned warp, uint32_t id,
                           uint32_t expected_threads, uint64_t *released, char **fault);

/* A live warp that waits nowhere exits; returns the warps that this releases. */
uint64_t block_barriers_exit(struct block_barriers *barriers, unsigned warp);

/* Warps that wait at some barrier. */
uint64_t block_barriers_waiting(const struct block_barriers *barriers);

/* Appends "barrier 0: 3 of 4 warps have arrived, not warp 2" for each barrier in use, separated by
 * "; ". When no barrier of the block can complete any more, this says why. */
void block_barriers_describe(const struct block_barriers *barriers, GString *text);

#endif
