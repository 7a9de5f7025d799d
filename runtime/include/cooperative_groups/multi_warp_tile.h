/* SPDX-License-Identifier: BSD-3-Clause */
/* Tiles of more than a warp: 64, 128, ... 1,024 neighbouring threads of a block.
 * cooperative_groups.h has the smaller ones, and includes this file.
 *
 * The warps of such a tile meet at a counter in shared memory, and leave a value each beside it.
 * Both lie in memory that every kernel with such tiles has (384 bytes).
 *
 * Source: CUDA C++ Programming Guide, "Cooperative Groups", "Thread Block Tile". All threads of the
 *   parent make the tile together; a value has at most 8 bytes.
 * Differs: NVIDIA's needs memory of the program's (block_tile_memory) below compute capability 8.0.
 *   Here that memory is never used. Loops over warps are not unrolled, to save registers.
 */
#ifndef SIMGPU_COOPERATIVE_GROUPS_MULTI_WARP_TILE_H
#define SIMGPU_COOPERATIVE_GROUPS_MULTI_WARP_TILE_H

namespace cooperative_groups
{

namespace simgpu
{
struct tile_room {
    unsigned long long value[32]; /* by warp of the block */
    unsigned int arrived[32];     /* by tile: see tile_number */
};

SIMGPU_DEVICE tile_room *room_of_tiles()
{
    __shared__ tile_room room;
    return &room;
}

/* Distinct for all tiles of all sizes: 1 for 1,024 threads, 2 and 3 for 512, ... 16 to 31 for 64.
 */
template <unsigned int Size> SIMGPU_DEVICE unsigned int tile_number()
{
    return 1024 / Size + rank_in_block() / Size;
}
} // namespace simgpu

template <unsigned int MaxBlockSize = 1024> struct block_tile_memory {
    unsigned char unused[8];
};

template <unsigned int MaxBlockSize>
SIMGPU_DEVICE thread_block this_thread_block(block_tile_memory<MaxBlockSize> &)
{
    return thread_block();
}

template <unsigned int Size, class Parent> class thread_block_tile<Size, Parent, true>
{
    static_assert(Size <= 1024 && (Size & (Size - 1)) == 0,
                  "a tile has 1, 2, 4, ... 1,024 threads");

    /* Leaves a value for the other warps; where those of this tile lie, the first warp's first.
     * After they have been read, the tile must meet again. */
    template <class T> static __device__ unsigned long long *leave(T value, bool leaves)
    {
        static_assert(sizeof(T) <= 8, "values of tiles of more than a warp have at most 8 bytes");
        unsigned long long *words = simgpu::room_of_tiles()->value;
        if (leaves)
            *(T *)&words[simgpu::rank_in_block() / 32] = value;
        sync();
        return words + meta_group_rank() * (Size / 32);
    }

  public:
    typedef unsigned int size_type;

    /* Called by all threads of the parent. */
    explicit __device__ thread_block_tile(const Parent &parent)
    {
        parent.sync();
        if (thread_rank() == 0)
            simgpu::room_of_tiles()->arrived[simgpu::tile_number<Size>()] = 0;
        parent.sync();
    }
    static __device__ void sync()
    {
        unsigned int *arrived = &simgpu::room_of_tiles()->arrived[simgpu::tile_number<Size>()];
        __syncwarp();
        if (simgpu::rank_in_block() % 32 == 0) {
            __threadfence_block();
            const unsigned int before = atomicAdd(arrived, 1u);
            const unsigned int all = (before / (Size / 32) + 1) * (Size / 32);
            while ((int)(atomicAdd(arrived, 0u) - all) < 0)
                ;
            __threadfence_block();
        }
        __syncwarp();
    }
    static constexpr __device__ unsigned int size()
    {
        return Size;
    }
    static constexpr __device__ unsigned int num_threads()
    {
        return Size;
    }
    static __device__ unsigned int thread_rank()
    {
        return simgpu::rank_in_block() % Size;
    }
    static __device__ unsigned int meta_group_rank()
    {
        return simgpu::rank_in_block() / Size;
    }
    static __device__ unsigned int meta_group_size()
    {
        return (simgpu::block_size() + Size - 1) / Size;
    }
    template <class T> __device__ T shfl(T value, unsigned int from) const
    {
        const T result = *(const T *)&leave(value, thread_rank() == from)[from / 32];
        sync();
        return result;
    }
    __device__ int any(int predicate) const
    {
        const int here = __any_sync(0xffffffffu, predicate);
        const unsigned long long *left = leave(here, simgpu::lane() == 0);
        int result = 0;
#pragma nounroll
        for (unsigned int warp = 0; warp < Size / 32; warp++)
            result |= *(const int *)&left[warp];
        sync();
        return result;
    }
    __device__ int all(int predicate) const
    {
        return !any(!predicate);
    }
    /* simgpu's own, for reduce: `here` is what this thread's warp has come to. */
    template <class T, class Operation>
    __device__ T combine_warps(T here, const Operation &operation) const
    {
        const unsigned long long *left = leave(here, simgpu::lane() == 0);
        T result = *(const T *)&left[0];
#pragma nounroll
        for (unsigned int warp = 1; warp < Size / 32; warp++)
            result = operation(result, *(const T *)&left[warp]);
        sync();
        return result;
    }
    /* simgpu's own, for scans: `upto` is what the warp up to this thread has come to, and `result`
     * what the scan of this warp says. What the warps before have come to is put in front. */
    template <class T, class Operation>
    __device__ T add_warps_before(T upto, T result, bool first_is_empty,
                                  const Operation &operation) const
    {
        const unsigned long long *left = leave(upto, simgpu::lane() == 31);
        const unsigned int warps = thread_rank() / 32;
        if (warps > 0) {
            T before = *(const T *)&left[0];
#pragma nounroll
            for (unsigned int warp = 1; warp < warps; warp++)
                before = operation(before, *(const T *)&left[warp]);
            result = first_is_empty && simgpu::lane() == 0 ? before : operation(before, result);
        }
        sync();
        return result;
    }
};

} // namespace cooperative_groups

#endif
