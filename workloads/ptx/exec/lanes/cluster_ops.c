/* SPDX-License-Identifier: BSD-3-Clause */
#include "workloads/ptx/exec/lanes/cluster_ops.h"
#include "workloads/cluster.h"

void exec_map_address(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    EACH_LANE (i, lanes) {
        const uint64_t address = exec_lane(&op->source[0], state, i);
        const uint32_t rank = (uint32_t)exec_lane(&op->source[1], state, i);
        const uint32_t own = (uint32_t)exec_lane(&op->source[2], state, i);
        const uint32_t offset = cluster_address_offset((uint32_t)address);
        const uint32_t to = rank == own ? offset : cluster_address(rank, offset);
        exec_set_lane(op, state, 0, i, (address & ~(uint64_t)UINT32_MAX) | to);
    }
}

void exec_rank_of_address(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    EACH_LANE (i, lanes) {
        const uint32_t address = (uint32_t)exec_lane(&op->source[0], state, i);
        const uint32_t own = (uint32_t)exec_lane(&op->source[1], state, i);
        exec_set_lane(op, state, 0, i, cluster_address_rank(address, own));
    }
}

void exec_in_own_window(const struct exec_op *op, struct exec_state *state, lane_mask lanes)
{
    lane_mask inside = 0;
    EACH_LANE (i, lanes) {
        const uint64_t address = exec_lane(&op->source[0], state, i);
        const uint32_t own = (uint32_t)exec_lane(&op->source[1], state, i);
        const bool yes = address >> WINDOW_SHIFT == WINDOW_SHARED &&
                         cluster_address_rank((uint32_t)address, own) == own;
        inside |= (lane_mask)yes << i;
    }
    exec_write_mask(op, state, 0, lanes, inside);
}
