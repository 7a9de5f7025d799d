/* SPDX-License-Identifier: BSD-3-Clause */
/* reduce over a tile or a coalesced group, and the operations it is usually given.
 *
 * Source: CUDA C++ Programming Guide, "Cooperative Groups", "reduce". All ranks get the result.
 */
#ifndef SIMGPU_COOPERATIVE_GROUPS_REDUCE_H
#define SIMGPU_COOPERATIVE_GROUPS_REDUCE_H

#include "cooperative_groups.h"

namespace cooperative_groups
{

#define SIMGPU_REDUCTION(name, expression)                                                         \
    template <class T> struct name {                                                               \
        __device__ T operator()(T a, T b) const                                                    \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };
SIMGPU_REDUCTION(plus, a + b)
SIMGPU_REDUCTION(less, b < a ? b : a)
SIMGPU_REDUCTION(greater, a < b ? b : a)
SIMGPU_REDUCTION(bit_and, a &b)
SIMGPU_REDUCTION(bit_or, a | b)
SIMGPU_REDUCTION(bit_xor, a ^ b)
#undef SIMGPU_REDUCTION

template <unsigned int Size, class Parent, class T, class Operation>
SIMGPU_DEVICE T reduce(const thread_block_tile<Size, Parent> &tile, T value, Operation operation)
{
    if constexpr (Size > 32) {
        const thread_block_tile<32> warp;
        return tile.combine_warps(reduce(warp, value, operation), operation);
    } else {
        for (unsigned int distance = Size / 2; distance > 0; distance /= 2)
            value = operation(value, tile.shfl_xor(value, distance));
        return value;
    }
}

/* The upper half of the ranks is folded onto the lower one until one is left. */
template <class T, class Operation>
__device__ static inline T reduce(const coalesced_group &group, T value, Operation operation)
{
    for (unsigned int left = group.size(); left > 1; left = (left + 1) / 2) {
        unsigned int half = (left + 1) / 2;
        T other = group.shfl_down(value, half);
        if (group.thread_rank() + half < left)
            value = operation(value, other);
    }
    return group.shfl(value, 0);
}

} // namespace cooperative_groups

#endif
