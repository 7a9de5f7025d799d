/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread block's instructions in the form in which they wait to be issued.
 *
 * Blocks are parsed when they are dispatched, and hundreds are resident at once, so a line takes
 * few bytes: one 32-bit word, a second one for a mask that isn't full, and for accesses
 *   stride  three: base (2), stride; lane i of the active ones: base + (i - first) * stride
 *   delta   three: base (2), place of the deltas in block->deltas: each further active lane adds
 *           one
 *   list    two a lane
 */
#ifndef SIMGPU_SASS_TRACE_BLOCK_H
#define SIMGPU_SASS_TRACE_BLOCK_H

#include "workloads/sass_trace/code.h"

enum record_bits {
    RECORD_INDEX = CODE_INSTRUCTIONS - 1,
    RECORD_FULL = 1 << 18, /* all lanes are active; else the mask follows */
    RECORD_FORM = 3 << 19,
    RECORD_STRIDE = 1 << 19,
    RECORD_DELTA = 2 << 19,
    RECORD_LIST = 3 << 19,
    RECORD_SPECIAL = 1 << 21, /* at a barrier: all lanes of the warp are there now; a load: it is an
                                 asynchronous copy */
    RECORD_WORDS_MAX = 2 + 2 * WARP_LANES
};

enum { BLOCK_WARPS_MAX = 32 };

struct block_warp {
    uint32_t first; /* word */
    uint32_t count; /* instructions; 0: the trace doesn't have the warp */
    lane_mask lanes;
};

struct trace_block {
    uint64_t serial; /* 1, 2, 3, ... in the order of parsing, within a launch */
    uint32_t *words;
    uint32_t n_words, capacity;
    int32_t *deltas;
    uint32_t n_deltas, delta_capacity;
    struct block_warp warps[BLOCK_WARPS_MAX];
    unsigned n_warps;
    unsigned users; /* warps that have not ended */
    bool waits;     /* no warp has started yet */
    uint32_t index[3];
    struct trace_block *next_free;
};

struct trace_block *trace_block_new(void);
void trace_block_free(struct trace_block *block);
/* Empties it, keeping its memory. */
void trace_block_reset(struct trace_block *block, uint64_t serial, unsigned n_warps);
/* Reads the record at `at` into mask and, if it has any, addresses of the active lanes. Returns the
 * next one. */
const uint32_t *trace_record_read(const struct trace_block *block, const uint32_t *at,
                                  lane_mask *mask, uint64_t address[WARP_LANES]);

void trace_block_grow(struct trace_block *block);
/* Room for a record, and for a warp's deltas. */
static inline void trace_block_reserve(struct trace_block *block)
{
    if (G_UNLIKELY(block->n_words + RECORD_WORDS_MAX > block->capacity ||
                   block->n_deltas + WARP_LANES > block->delta_capacity))
        trace_block_grow(block);
}

#endif
