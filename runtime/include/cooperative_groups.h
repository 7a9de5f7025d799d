/* SPDX-License-Identifier: BSD-3-Clause */
/* Cooperative groups within a block: blocks, tiles of a warp, and the lanes that are together.
 *
 * Source: CUDA C++ Programming Guide, "Cooperative Groups".
 * Differs: no grid-wide or cluster-wide synchronization: grid_group::sync is refused where it is
 * compiled; no asynchronous copies.
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
    __device__ void sync() const
        __attribute__((unavailable("grid-wide synchronization is not supported by simgpu: end the "
                                   "kernel and launch another")));
    static __device__ unsigned long long size()
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * simgpu::block_size();
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
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    static __device__ bool is_valid()
    {
        return false; /* it cannot synchronize */
    }
    static __device__ dim3 group_dim()
    {
        return dim3(gridDim.x, gridDim.y, gridDim.z);
    }
};
SIMGPU_DEVICE grid_group this_grid()
{
    return grid_group();
}

/* A tile of 1, 2, 4, ... 32 neighbouring lanes. */
template <unsigned int Size, class Parent = void> class thread_block_tile : public thread_group
{
    static_assert(Size >= 1 && Size <= 32 && (Size & (Size - 1)) == 0,
                  "a tile has 1, 2, 4, 8, 16 or 32 threads");
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
SIMGPU_DEVICE thread_block_tile<Size, Parent> tiled_partition(const Parent &)
{
    return thread_block_tile<Size, Parent>();
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

#endif
