/* SPDX-License-Identifier: BSD-3-Clause */
/* A warp's way through the slice; see reads.h. */
#ifndef SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_READS_WARP_H
#define SIMGPU_WORKLOADS_PTX_EXEC_BLOCK_LINES_READS_WARP_H

#include "workloads/ptx/exec/block_lines/reads_lines.h"
#include "workloads/ptx/exec/block_lines/reads_slice.h"

enum reads_step_kind {
    READS_ALU,
    READS_TOGETHER,  /* looks at all lanes of the warp */
    READS_PARAMETER, /* a parameter at a known place */
    READS_LOAD,      /* memory at an address: device memory or, where values are known, others */
    READS_UNKNOWN    /* what it writes isn't known */
};

enum { READS_SOURCES = EXEC_SOURCES + 1, READS_WRITTEN = EXEC_DESTINATIONS + 1 };

/* The lines that the lanes of a load read last in this block: most often it is these again. */
struct reads_last {
    uint64_t line[WARP_LANES];
    lane_mask lanes; /* in which there is one */
};

/* A needed instruction: where the masks of known lanes are. */
struct reads_step {
    const struct exec_op *op;
    const lane_mask *guard; /* NULL: it has none */
    const lane_mask *source[READS_SOURCES];
    lane_mask *written[READS_WRITTEN];
    struct reads_last *last; /* a load that may be from device memory */
    uint32_t pc;
    uint8_t kind; /* enum reads_step_kind */
    uint8_t n_sources, n_written;
};

/* One warp at a time of one launch. */
struct reads_warp {
    const struct launch *launch;
    struct reads_slice *slice;
    struct reads_step *steps; /* of all parts */
    uint32_t *first_step;     /* by part; and one more */
    lane_mask *known;         /* by register */
    lane_mask always, never;  /* what constants point to; and what is never known */
    bool lost;                /* lanes of this warp have ended, or not: it isn't known */
    bool *unknown;            /* by pc: a load that may read what isn't known */
    struct reads_last *last;  /* by load */
    uint32_t n_last;
    unsigned line_shift;
    struct reads_lines lines; /* of the block */
    struct warp_context context;
    struct block_context block;
    struct issued issued;
};

void reads_warp_init(struct reads_warp *warp, const struct launch *launch, uint32_t line_bytes);
void reads_warp_finish(struct reads_warp *warp);

/* Of the following warps; linear, x fastest. The lines are empty. */
void reads_warp_block(struct reads_warp *warp, uint64_t block);
/* A warp of the block, to its end. Takes what it has done from *steps; false if there are no more,
 * and the warp has not ended. */
bool reads_warp_run(struct reads_warp *warp, uint32_t in_block, uint64_t *steps);

/* All loads of the kernel are unknown. */
void reads_warp_give_up(struct reads_warp *warp);

#endif
