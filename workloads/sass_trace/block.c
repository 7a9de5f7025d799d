/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/block.h"
#include "base/vector_clones.h"

enum { FIRST_WORDS = 512 };

struct trace_block *trace_block_new(void)
{
    return g_new0(struct trace_block, 1);
}

void trace_block_free(struct trace_block *block)
{
    if (!block)
        return;
    g_free(block->words);
    g_free(block);
}

void trace_block_reset(struct trace_block *block, uint64_t serial, unsigned n_warps)
{
    g_assert(n_warps <= BLOCK_WARPS_MAX);
    block->serial = serial;
    block->n_words = 0;
    block->n_warps = block->users = n_warps;
    block->waits = true;
    memset(block->warps, 0, sizeof block->warps);
}

/* By half: blocks of a kernel are alike, and many are resident. */
void trace_block_grow(struct trace_block *block)
{
    block->capacity = block->capacity ? block->capacity + block->capacity / 2 : FIRST_WORDS;
    block->words = g_renew(uint32_t, block->words, block->capacity);
}

/* Four lanes at a time, so that no lane waits for 31 additions. */
static void fill_stride(uint64_t base, int64_t stride, lane_mask mask, uint64_t address[WARP_LANES])
{
    uint64_t step = (uint64_t)stride, at = base - (uint64_t)__builtin_ctz(mask) * step;
    for (unsigned lane = 0; lane < WARP_LANES; lane += 4, at += 4 * step) {
        address[lane] = at;
        address[lane + 1] = at + step;
        address[lane + 2] = at + 2 * step;
        address[lane + 3] = at + 3 * step;
    }
}

VECTOR_CLONES static void fill_pattern(uint64_t base, const struct lane_pattern *pattern,
                                       uint64_t address[WARP_LANES])
{
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        address[lane] = base + (uint64_t)pattern->shape.offset[lane];
}

VECTOR_CLONES static void fill_all_offsets(uint64_t base, const uint32_t *offset,
                                           uint64_t address[WARP_LANES])
{
    address[0] = base;
    for (unsigned i = 0; i < WARP_LANES - 1; i++)
        address[i + 1] = base + (uint64_t)(int64_t)(int32_t)offset[i];
}

static const uint32_t *fill_offsets(uint64_t base, const uint32_t *offset, lane_mask mask,
                                    uint64_t address[WARP_LANES])
{
    if (mask == UINT32_MAX) {
        fill_all_offsets(base, offset, address);
        return offset + WARP_LANES - 1;
    }
    address[__builtin_ctz(mask)] = base;
    for (lane_mask left = mask & (mask - 1); left; left &= left - 1)
        address[__builtin_ctz(left)] = base + (uint64_t)(int64_t)(int32_t)*offset++;
    return offset;
}

const uint32_t *trace_record_addresses(const struct lane_patterns *patterns, const uint32_t *at,
                                       uint32_t head, lane_mask mask, uint64_t address[WARP_LANES])
{
    switch (head & RECORD_FORM) {
    case RECORD_STRIDE:
        fill_stride(trace_record_base(at), (int32_t)at[2], mask, address);
        return at + 3;
    case RECORD_PATTERN:
        fill_pattern(trace_record_base(at), &patterns->patterns[at[2]], address);
        return at + 3;
    case RECORD_OFFSETS:
        return fill_offsets(trace_record_base(at), at + 2, mask, address);
    case RECORD_LIST:
        for (lane_mask left = mask; left; left &= left - 1, at += 2)
            address[__builtin_ctz(left)] = trace_record_base(at);
        return at;
    default:
        return at;
    }
}
