/* SPDX-License-Identifier: BSD-3-Clause */
/* A thread block's instructions in the form in which they wait to be issued.
 *
 * Blocks are parsed when they are dispatched, and hundreds are resident at once, so they take few
 * bytes: one 32-bit word for a segment, however many lines it has, or for a line of its own, then a
 * second one for its mask. Addresses of the (last) line follow:
 *   stride   three words: base (2), stride; lane i of the active ones: base + (i - first) * stride
 *   pattern  three: base (2), number of the pattern
 *   offsets  two, base, and one for each further active lane, its distance from the base
 *   list     two a lane
 *   sync     what sync/sync_record.h says: of an mbarrier or a bulk copy
 */
#ifndef SIMGPU_SASS_TRACE_BLOCK_H
#define SIMGPU_SASS_TRACE_BLOCK_H

#include "workloads/sass_trace/code.h"

enum record_bits {
    RECORD_INDEX = CODE_INSTRUCTIONS - 1, /* of an instruction or a segment */
    RECORD_SEGMENT = 1 << 18, /* of a segment; else of an instruction: the mask follows */
    RECORD_FORM = 7 << 19,    /* of the addresses; 0: none */
    RECORD_STRIDE = 1 << 19,
    RECORD_PATTERN = 2 << 19,
    RECORD_OFFSETS = 3 << 19,
    RECORD_LIST = 4 << 19,
    RECORD_SYNC = 5 << 19,
    RECORD_SPECIAL = 1 << 22, /* at a barrier: all lanes of the warp are there now; a load: it is an
                                 asynchronous copy; a wait for groups: for TMA's stores */
    RECORD_WORDS_MAX = 2 + 2 * WARP_LANES
};

enum { BLOCK_WARPS_MAX = 32 };

struct block_warp {
    uint32_t first, end; /* words */
    uint32_t count;      /* instructions; 0: the trace doesn't have the warp */
    lane_mask lanes;
};

struct trace_block {
    uint64_t serial; /* 1, 2, 3, ... in the order of parsing, within a launch */
    uint32_t *words;
    uint32_t n_words, capacity;
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
static inline uint64_t trace_record_base(const uint32_t *at)
{
    return at[0] | (uint64_t)at[1] << 32;
}

/* The addresses, at `at`, of a record that begins with the word `head`, for the active lanes.
 * Returns the next record. */
const uint32_t *trace_record_addresses(const struct lane_patterns *patterns, const uint32_t *at,
                                       uint32_t head, lane_mask mask, uint64_t address[WARP_LANES]);

void trace_block_grow(struct trace_block *block);
/* Room for so many words. */
static inline void trace_block_room(struct trace_block *block, uint32_t n_words)
{
    while (block->n_words + n_words > block->capacity)
        trace_block_grow(block);
}

/* Room for a record, but not for RECORD_SYNC. */
static inline void trace_block_reserve(struct trace_block *block)
{
    if (G_UNLIKELY(block->n_words + RECORD_WORDS_MAX > block->capacity))
        trace_block_grow(block);
}

#endif
