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

} // namespace cooperative_groups

#endif
