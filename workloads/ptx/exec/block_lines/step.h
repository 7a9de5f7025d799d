/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp on its way through the slice, and what a needed instruction does in lanes of which some
 * values may be unknown; see block_lines.h. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_STEP_H
#define SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_STEP_H

#include "workloads/ptx/exec/block_lines/set.h"
#include "workloads/ptx/exec/block_lines/slice.h"
#include "workloads/ptx/exec/tensor/tensor.h"

enum block_lines_step_kind {
    BLOCK_LINES_ALU,
    BLOCK_LINES_TOGETHER,  /* looks at all lanes of the warp */
    BLOCK_LINES_PARAMETER, /* a parameter at a known place */
    BLOCK_LINES_LOAD,   /* memory at an address: device memory or, where values are known, others */
    BLOCK_LINES_UNKNOWN /* what it writes isn't known */
};

enum { BLOCK_LINES_SOURCES = EXEC_SOURCES + 1, BLOCK_LINES_WRITTEN = TENSOR_REGISTERS + 1 };

/* The lines that the lanes of a load read last in this block: most often it is these again. */
struct block_lines_last {
    uint64_t line[WARP_LANES];
    lane_mask lanes; /* in which there is one */
};

/* A needed instruction: where the masks of known lanes are. */
struct block_lines_step {
    const struct exec_op *op;
    const lane_mask *guard; /* NULL: it has none */
    const lane_mask *source[BLOCK_LINES_SOURCES];
    lane_mask *written[BLOCK_LINES_WRITTEN];
    struct block_lines_last *last; /* a load that may be from device memory */
    uint32_t pc;
    uint8_t kind; /* enum block_lines_step_kind */
    uint8_t n_sources, n_written;
};

/* One warp at a time of one launch. */
struct block_lines_warp {
    const struct launch *launch;
    struct block_lines_slice *slice;
    struct block_lines_step *steps; /* of all parts */
    uint32_t *first_step;           /* by part; and one more */
    lane_mask *known;               /* by register */
    lane_mask always, never;        /* what constants point to; and what is never known */
    bool lost;                      /* lanes of this warp have ended, or not: it isn't known */
    bool *unknown;                  /* by pc: a load that may read what isn't known */
    struct block_lines_last *last;  /* by load */
    uint32_t n_last;
    unsigned line_shift;
    struct block_lines_set lines; /* of the block */
    struct warp_context context;
    struct block_context block;
    struct issued issued;
};

void block_lines_step(struct block_lines_warp *warp, const struct block_lines_step *step,
                      lane_mask lanes);

#endif
