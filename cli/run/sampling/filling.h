/* SPDX-License-Identifier: BSD-3-Clause */
/* A long launch's begin fills L2, which takes long and tells little: blocks that do so are left out
 * and computed, and L2 gets their lines.
 *
 * The launch begins as it would. Its first two waves of blocks are simulated, with an L2 that has
 * whatever was there. Those behind them, which touch as many lines as fill L2, have been computed
 * before the launch begins. When the first block behind these is sent, their lines come into L2, at
 * one exact time. What they would have taken lies between what an instruction takes before that
 * time, and what it takes in the steady state.
 *
 * It is for kernels whose blocks may run in any order, and do not print.
 *
 * Source: functional warming is that of SMARTS (Wunderlich and others, ISCA 2003).
 */
#ifndef SIMGPU_CLI_RUN_SAMPLING_FILLING_H
#define SIMGPU_CLI_RUN_SAMPLING_FILLING_H

#include "models/core/engine_core.h"
#include "models/functional/preview/preview.h"

struct gpu;
struct launch;

/* L2 is full when so many times its lines, or its bytes, have come: its sets fill unevenly.
 * ASSUMED. */
#define FILLING_FULL 1.2
/* Of a launch's blocks: it does not wait longer for L2. ASSUMED. */
#define FILLING_MOST 0.15

struct filling_blocks {
    uint64_t first, n;
    uint64_t work; /* their warp instructions */
};

struct filling {
    struct gpu *gpu;
    struct filling_blocks blocks;
    GHashTable *lines; /* an L2 bank's unit -> GArray of uint64_t, as recent_lines has them */
};

/* Computes the blocks, and tells the launch of them. NULL: it does not pay, or can't be done;
 * nothing has changed. wave: blocks that all SMs hold. seen: is used for it. */
struct filling *filling_new(struct gpu *gpu, struct functional_preview *seen, struct launch *launch,
                            uint64_t wave);
/* NULL is fine. */
void filling_free(struct filling *filling);
/* For wave_rows.beside: a bank gets its lines. */
void filling_fill(void *filling, const struct unit *unit);

#endif
