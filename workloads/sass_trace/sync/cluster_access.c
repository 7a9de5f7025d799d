/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/sass_trace/sync/cluster_access.h"
#include "workloads/cluster.h"

/* The offset, if the block has so much shared memory. */
static uint32_t inside(const struct block_context *block, uint32_t offset, unsigned bytes)
{
    const struct launch *launch = block->launch;
    const uint32_t size = launch->code->static_shared_bytes + launch->dynamic_shared_bytes;
    offset &= ~(uint32_t)(bytes - 1); /* aligned, as hardware wants it */
    return offset + bytes <= size ? offset : 0;
}

static bool has_shared(const struct block_context *block, unsigned bytes)
{
    const struct launch *launch = block->launch;
    return (uint64_t)launch->code->static_shared_bytes + launch->dynamic_shared_bytes >= bytes;
}

void trace_cluster_access(const struct block_context *block, unsigned bytes, struct issued *out)
{
    const uint64_t blocks =
        block->place && has_shared(block, bytes) ? cluster_blocks(block->launch) : 1;
    lane_mask others = 0;
    for (lane_mask left = out->active; left; left &= left - 1) {
        const unsigned i = (unsigned)__builtin_ctz(left);
        const uint32_t at = (uint32_t)out->address[i], rank = at >> CLUSTER_OFFSET_BITS;
        const uint32_t offset = inside(block, cluster_address_offset(at), bytes);
        const bool other = rank < blocks && rank != block->rank;
        out->address[i] = other ? cluster_address(rank, offset) : offset;
        others |= other ? left & -left : 0;
    }
    out->space = others ? SPACE_CLUSTER : SPACE_SHARED;
    if (others)
        out->active = others;
}

uint64_t trace_cluster_address(const struct block_context *block, uint8_t space, uint64_t address)
{
    const uint32_t at = (uint32_t)address;
    const uint32_t rank =
        space == SPACE_CLUSTER ? cluster_address_rank(at, block->rank) : block->rank;
    return (uint64_t)rank << CLUSTER_OFFSET_BITS | cluster_address_offset(at);
}
