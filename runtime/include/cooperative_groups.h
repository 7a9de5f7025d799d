/* SPDX-License-Identifier: BSD-3-Clause */
/* Cooperative groups within a block: blocks, tiles of a warp, and the lanes that are together.
 *
 * Source: CUDA C++ Programming Guide, "Cooperative Groups".
 * Differs: asynchronous copies, clusters and tiles of more than a warp have files in
 * cooperative_groups/. A grid's barrier is made of atomics, as NVIDIA's is, but its counters belong
 * to the source file, not to the launch: two cooperative kernels of one file must not run at the
 * same time.
 */
#ifndef SIMGPU_COOPERATIVE_GROUPS_H
#define SIMGPU_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

namespace cooperative_groups
{

namespace simgpu
{
SIMGPU_DEVICE unsigned int rank_in_block()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
SIMGPU_DEVICE unsigned int block_size()
{
    return blockDim.x * blockDim.y * blockDim.z;
}
SIMGPU_DEVICE unsigned int lane()
{
    unsigned int id;
    asm("mov.u32 %0, %%laneid;" : "=r"(id));
    return id;
}

/* Of the grid's barrier: how many blocks wait, and how often all have met. */
static __device__ unsigned int grid_waiting, grid_meetings;

SIMGPU_DEVICE unsigned long long blocks_of_grid()
{
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
}

/* All blocks must be resident, which cudaLaunchCooperativeKernel sees to. One thread a block waits
 * for the others; its fences are its block's. */
__device__ static inline void meet_blocks_of_grid()
{
    volatile unsigned int *waiting = &grid_waiting, *meetings = &grid_meetings;
    __syncthreads();
    if (rank_in_block() == 0) {
        unsigned int meeting = *meetings;
        __threadfence();
        if (atomicAdd(&grid_waiting, 1u) + 1 == blocks_of_grid()) {
            *waiting = 0;
            __threadfence();
            *meetings = meeting + 1;
        } else {
            while (*meetings == meeting)
                ;
        }
        __threadfence();
    }
    __syncthreads();
}
} // namespace simgpu

/* Any group whose kind is known when the program runs. mask 0: the whole block. */
class thread_group
{
  protected:
    unsigned int mask, count, rank;

    __device__ thread_group(unsigned int mask, unsigned int count, unsigned int rank)
        : mask(mask), count(count), rank(rank)
    {
    }
    friend __device__ thread_group tiled_partition(const thread_group &parent, unsigned int size);

  public:
    typedef unsigned int size_type;

    __device__ void sync() const
    {
        if (mask == 0)
            __syncthreads();
        else
            __syncwarp(mask);
    }
    __device__ unsigned int size() const
    {
        return count;
    }
    __device__ unsigned int num_threads() const
    {
        return count;
    }
    __device__ unsigned int thread_rank() const
    {
        return rank;
    }
    /* simgpu's own, for functions of this header: the group's lanes, if it is of one warp. */
    __device__ unsigned int lane_mask() const
    {
        return mask;
    }
};

class thread_block : public thread_group
{
  public:
    __device__ thread_block() : thread_group(0, simgpu::block_size(), simgpu::rank_in_block()) {}
    static __device__ void sync()
    {
        __syncthreads();
    }
    static __device__ dim3 group_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    static __device__ dim3 thread_index()
    {
        return dim3(threadIdx.x, threadIdx.y, threadIdx.z);
    }
    static __device__ dim3 group_dim()
    {
        return dim3(blockDim.x, blockDim.y, blockDim.z);
    }
    static __device__ dim3 dim_threads()
    {
        return group_dim();
    }
};
SIMGPU_DEVICE thread_block this_thread_block()
{
    return thread_block();
}

class grid_group
{
  public:
    static __device__ void sync()
    {
        simgpu::meet_blocks_of_grid();
    }
    static __device__ unsigned long long size()
    {
        return num_blocks() * simgpu::block_size();
    }
    static __device__ unsigned long long num_threads()
    {
        return size();
    }
    static __device__ unsigned long long block_rank()
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    static __device__ unsigned long long thread_rank()
    {
        return block_rank() * simgpu::block_size() + simgpu::rank_in_block();
    }
    static __device__ unsigned long long num_blocks()
    {
        return simgpu::blocks_of_grid();
    }
    /* Whether it was launched to synchronize; a kernel cannot see that here. */
    static __device__ bool is_valid()
    {
        return true;
    }
    static __device__ dim3 group_dim()
    {
        return dim3(gridDim.x, gridDim.y, gridDim.z);
    }
    static __device__ dim3 dim_blocks()
    {
        return group_dim();
    }
    static __device__ dim3 block_index()
    {
        return dim3(blockIdx.x, blockIdx.y, blockIdx.z);
    }
    /* Clusters, from compute capability 9.0 on: cluster_group.h. */
    static __device__ dim3 dim_clusters();
    static __device__ dim3 cluster_index();
    static __device__ unsigned long long num_clusters();
    static __device__ unsigned long long cluster_rank();
};
SIMGPU_DEVICE grid_group this_grid()
{
    return grid_group();
}

/* A tile of 1, 2, 4, ... 32 neighbouring lanes. Wide ones: cooperative_groups/multi_warp_tile.h. */
template <unsigned int Size, class Parent = void, bool IsWide = (Size > 32)>
class thread_block_tile : public thread_group
{
    static_assert(Size >= 1 && (Size & (Size - 1)) == 0, "a tile has 1, 2, 4, ... 1,024 threads");
    static __device__ unsigned int first_lane()
    {
        return simgpu::lane() & ~(Size - 1);
    }
    static __device__ unsigned int lanes()
    {
        return (0xffffffffu >> (32 - Size)) << first_lane();
    }

  public:
    __device__ thread_block_tile() : thread_group(lanes(), Size, simgpu::lane() & (Size - 1)) {}
    template <class Group>
    explicit __device__ thread_block_tile(const Group &) : thread_block_tile()
    {
    }
    /* thread_block_tile<32> takes a tile of any parent. */
    template <class Other>
    __device__ thread_block_tile(const thread_block_tile<Size, Other> &) : thread_block_tile()
    {
    }
    __device__ void sync() const
    {
        __syncwarp(mask);
    }
    static constexpr __device__ unsigned int size()
    {
        return Size;
    }
    static constexpr __device__ unsigned int num_threads()
    {
        return Size;
    }
    __device__ unsigned int meta_group_rank() const
    {
        return simgpu::rank_in_block() / Size;
    }
    __device__ unsigned int meta_group_size() const
    {
        return (simgpu::block_size() + Size - 1) / Size;
    }
    template <class T> __device__ T shfl(T value, int from) const
    {
        return simgpu_shfl(mask, value, from, Size);
    }
    template <class T> __device__ T shfl_up(T value, unsigned int delta) const
    {
        return simgpu_shfl_up(mask, value, delta, Size);
    }
    template <class T> __device__ T shfl_down(T value, unsigned int delta) const
    {
        return simgpu_shfl_down(mask, value, delta, Size);
    }
    template <class T> __device__ T shfl_xor(T value, unsigned int lanes) const
    {
        return simgpu_shfl_xor(mask, value, (int)lanes, Size);
    }
    __device__ int any(int predicate) const
    {
        return ballot(predicate) != 0;
    }
    __device__ int all(int predicate) const
    {
        return ballot(predicate) == 0xffffffffu >> (32 - Size);
    }
    __device__ unsigned int ballot(int predicate) const
    {
        return (__ballot_sync(mask, predicate) & mask) >> first_lane();
    }
    template <class T> __device__ unsigned int match_any(T value) const
    {
        return (__match_any_sync(mask, value) & mask) >> first_lane();
    }
    template <class T> __device__ unsigned int match_all(T value, int &predicate) const
    {
        return (__match_all_sync(mask, value, &predicate) & mask) >> first_lane();
    }
};

template <unsigned int Size, class Parent>
SIMGPU_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent &parent)
{
    return thread_block_tile<Size, Parent>(parent);
}
__device__ inline thread_group tiled_partition(const thread_group &, unsigned int size)
{
    unsigned int rank = simgpu::lane() & (size - 1);
    return thread_group((0xffffffffu >> (32 - size)) << (simgpu::lane() - rank), size, rank);
}

/* The lanes of a warp that take the same way just now. */
class coalesced_group : public thread_group
{
    static __device__ unsigned int lanes_before(unsigned int mask)
    {
        unsigned int before;
        asm("mov.u32 %0, %%lanemask_lt;" : "=r"(before));
        return mask & before;
    }
    __device__ unsigned int lane_of(unsigned int rank) const
    {
        return __fns(mask, 0, (int)rank + 1);
    }
    /* a warp's bits as bits of ranks */
    __device__ unsigned int packed(unsigned int bits) const
    {
        unsigned int result = 0;
        for (unsigned int i = 0; i < count; i++)
            result |= (bits >> lane_of(i) & 1) << i;
        return result;
    }
    friend __device__ coalesced_group coalesced_threads();
    template <class Group>
    friend __device__ coalesced_group binary_partition(const Group &group, bool predicate);
    template <class Group, class Label>
    friend __device__ coalesced_group labeled_partition(const Group &group, Label label);
    explicit __device__ coalesced_group(unsigned int mask)
        : thread_group(mask, (unsigned int)__popc(mask), (unsigned int)__popc(lanes_before(mask)))
    {
    }

  public:
    template <class T> __device__ T shfl(T value, unsigned int from) const
    {
        return simgpu_shfl(mask, value, (int)lane_of(from), 32);
    }
    template <class T> __device__ T shfl_up(T value, unsigned int delta) const
    {
        return shfl(value, rank >= delta ? rank - delta : rank);
    }
    template <class T> __device__ T shfl_down(T value, unsigned int delta) const
    {
        return shfl(value, rank + delta < count ? rank + delta : rank);
    }
    __device__ int any(int predicate) const
    {
        return __any_sync(mask, predicate);
    }
    __device__ int all(int predicate) const
    {
        return __all_sync(mask, predicate);
    }
    __device__ unsigned int ballot(int predicate) const
    {
        return packed(__ballot_sync(mask, predicate));
    }
};
__device__ inline coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

/* Of a tile or a coalesced group, the threads that gave the same. All of it must call. */
template <class Group>
__device__ inline coalesced_group binary_partition(const Group &group, bool predicate)
{
    unsigned int chosen = __ballot_sync(group.lane_mask(), predicate);
    return coalesced_group(group.lane_mask() & (predicate ? chosen : ~chosen));
}
template <class Group, class Label>
__device__ inline coalesced_group labeled_partition(const Group &group, Label label)
{
    return coalesced_group(__match_any_sync(group.lane_mask(), label) & group.lane_mask());
}

template <class Group> SIMGPU_DEVICE void sync(const Group &group)
{
    group.sync();
}
SIMGPU_DEVICE unsigned int thread_rank(const thread_group &group)
{
    return group.thread_rank();
}
SIMGPU_DEVICE unsigned int group_size(const thread_group &group)
{
    return group.size();
}

} // namespace cooperative_groups

#include "cooperative_groups/cluster_group.h"
#include "cooperative_groups/multi_warp_tile.h"

#endif
