/* SPDX-License-Identifier: BSD-3-Clause */
/* Which registers are live where, and how many at once.
 *
 * Liveness is that of one lane: a guarded instruction may leave its destination as it was, so it
 * doesn't end the life of the old value. That is also right for a warp, because each lane has
 * its own copy of a register and a write touches active lanes only.
 *
 * Units: register counts in 32-bit registers a thread: 64-bit ones count 2, 128-bit ones 4,
 * smaller ones 1, predicates 0 (they have a file of their own on all NVIDIA GPUs).
 */
#ifndef SIMGPU_WORKLOADS_PTX_ANALYSIS_LIVENESS_H
#define SIMGPU_WORKLOADS_PTX_ANALYSIS_LIVENESS_H

#include "workloads/ptx/analysis/cfg.h"

/* The time line of a function: instruction i reads at 2i and writes at 2i + 1. One that writes
 * several registers also reads until 2i + 1, since it may be executed one result at a time. */
struct ptx_interval {
    uint32_t start, end; /* inclusive; from the first to the last point at which it is live or
                            accessed. start > end: never accessed */
};

struct ptx_liveness {
    uint32_t n_registers; /* of the function */
    GArray **live_out;    /* of each block: uint32_t registers, ascending */
    GArray **live_in;
    struct ptx_interval *intervals; /* of each register */
    uint32_t max_registers;         /* most 32-bit registers live at once in reachable code */
    uint32_t max_at;                /* the instruction before or behind which they are */
    uint32_t max_predicates;
    uint32_t n_blocks;
};

/* Time and memory follow the sizes of live_in and live_out. */
struct ptx_liveness *ptx_liveness_new(const struct ptx_cfg *cfg);
void ptx_liveness_free(struct ptx_liveness *liveness);

/* 32-bit registers that a register of this type takes; 0 for .pred. */
unsigned ptx_type_registers(enum ptx_type type);

#endif
