/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/block.h"

enum { FIRST_WORDS = 1024, FIRST_DELTAS = 256 };

struct trace_block *trace_block_new(void)
{
    return g_new0(struct trace_block, 1);
}

void trace_block_free(struct trace_block *block)
{
    if (!block)
        return;
    g_free(block->words);
    g_free(block->deltas);
    g_free(block);
}

void trace_block_reset(struct trace_block *block, uint64_t serial, unsigned n_warps)
{
    g_assert(n_warps <= BLOCK_WARPS_MAX);
    block->serial = serial;
    block->n_words = block->n_deltas = 0;
    block->n_warps = block->users = n_warps;
    block->waits = true;
    memset(block->warps, 0, sizeof block->warps);
}

/* By half: blocks of a kernel are alike, and many are resident. */
static uint32_t larger(uint32_t capacity, uint32_t first)
{
    return capacity ? capacity + capacity / 2 : first;
}

void trace_block_grow(struct trace_block *block)
{
    if (block->n_words + RECORD_WORDS_MAX > block->capacity) {
        block->capacity = larger(block->capacity, FIRST_WORDS);
        block->words = g_renew(uint32_t, block->words, block->capacity);
    }
    if (block->n_deltas + WARP_LANES > block->delta_capacity) {
        block->delta_capacity = larger(block->delta_capacity, FIRST_DELTAS);
        block->deltas = g_renew(int32_t, block->deltas, block->delta_capacity);
    }
}

static uint64_t read_long(const uint32_t *at)
{
    return at[0] | (uint64_t)at[1] << 32;
}

static void read_stride(const uint32_t *at, lane_mask mask, uint64_t address[WARP_LANES])
{
    uint64_t base = read_long(at);
    int64_t stride = (int32_t)at[2];
    unsigned first = mask ? (unsigned)__builtin_ctz(mask) : 0;
    base -= (uint64_t)(first * stride);
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        address[lane] = base + (uint64_t)(lane * stride);
}

static void read_deltas(const struct trace_block *block, const uint32_t *at, lane_mask mask,
                        uint64_t address[WARP_LANES])
{
    uint64_t here = read_long(at);
    const int32_t *delta = block->deltas + at[2];
    for (lane_mask left = mask; left;) {
        address[__builtin_ctz(left)] = here;
        left &= left - 1;
        if (left)
            here += (uint64_t)(int64_t)*delta++;
    }
}

const uint32_t *trace_record_read(const struct trace_block *block, const uint32_t *at,
                                  lane_mask *mask, uint64_t address[WARP_LANES])
{
    uint32_t head = *at++;
    *mask = head & RECORD_FULL ? UINT32_MAX : *at++;
    switch (head & RECORD_FORM) {
    case RECORD_STRIDE:
        read_stride(at, *mask, address);
        return at + 3;
    case RECORD_DELTA:
        read_deltas(block, at, *mask, address);
        return at + 3;
    case RECORD_LIST:
        for (lane_mask left = *mask; left; left &= left - 1, at += 2)
            address[__builtin_ctz(left)] = read_long(at);
        return at;
    default:
        return at;
    }
}
