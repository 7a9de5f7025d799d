/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans over a tile or a coalesced group: what the ranks up to each one, or before it, combine to.
 *
 * Source: CUDA C++ Programming Guide, "Cooperative Groups", "inclusive_scan and exclusive_scan".
 * Rank 0 of an exclusive scan gets T(), as there.
 */
#ifndef SIMGPU_COOPERATIVE_GROUPS_SCAN_H
#define SIMGPU_COOPERATIVE_GROUPS_SCAN_H

#include "cooperative_groups/reduce.h"

namespace cooperative_groups
{

template <class Group, class T, class Operation>
SIMGPU_DEVICE T inclusive_scan(const Group &group, T value, Operation operation)
{
    const unsigned int rank = (unsigned int)group.thread_rank();
    for (unsigned int distance = 1; distance < (unsigned int)group.size(); distance *= 2) {
        const T before = group.shfl_up(value, distance);
        if (rank >= distance)
            value = operation(before, value);
    }
    return value;
}
template <class Group, class T> SIMGPU_DEVICE T inclusive_scan(const Group &group, T value)
{
    return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class Operation>
SIMGPU_DEVICE T exclusive_scan(const Group &group, T value, Operation operation)
{
    const T before = group.shfl_up(inclusive_scan(group, value, operation), 1);
    return group.thread_rank() == 0 ? T() : before;
}
template <class Group, class T> SIMGPU_DEVICE T exclusive_scan(const Group &group, T value)
{
    return exclusive_scan(group, value, plus<T>());
}

/* Tiles of more than a warp. */
template <unsigned int Size, class Parent, class T, class Operation>
SIMGPU_DEVICE T inclusive_scan(const thread_block_tile<Size, Parent, true> &tile, T value,
                               Operation operation)
{
    const T upto = inclusive_scan(thread_block_tile<32>(), value, operation);
    return tile.add_warps_before(upto, upto, false, operation);
}
template <unsigned int Size, class Parent, class T, class Operation>
SIMGPU_DEVICE T exclusive_scan(const thread_block_tile<Size, Parent, true> &tile, T value,
                               Operation operation)
{
    const thread_block_tile<32> warp;
    const T upto = inclusive_scan(warp, value, operation);
    const T before = warp.shfl_up(upto, 1);
    return tile.add_warps_before(upto, warp.thread_rank() == 0 ? T() : before, true, operation);
}

} // namespace cooperative_groups

#endif
