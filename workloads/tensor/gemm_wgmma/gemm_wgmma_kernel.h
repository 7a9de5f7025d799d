/* SPDX-License-Identifier: BSD-3-Clause */
/* C = A B in tiles, with products of warp groups and TMA: A of m x k and B of k x n halves, C of
 * m x n floats, all by rows.
 *
 * A block makes a tile of 128 rows of C with two warp groups, 64 rows each, and a warp that has TMA
 * bring A and B. It goes along k in steps of 64. Shared memory is a ring of stages, each for one
 * step. Its barrier `full` says that its boxes have come, `empty` that all eight warps have done
 * with it.
 *
 * A line of a box is 64 halves, 128 bytes. TMA swizzles lines as the products read them. A's box
 * has the block's 128 rows. B's boxes have 64 rows and lie side by side in the tile.
 */
#ifndef SIMGPU_TENSOR_GEMM_WGMMA_KERNEL_H
#define SIMGPU_TENSOR_GEMM_WGMMA_KERNEL_H

#include "../common/warp_group.h"
#include "../gemm/gemm_kernel.h"

template <int COLUMNS, int STAGES_> struct group_tile {
    enum {
        rows = 128,
        columns = COLUMNS,
        depth = 64,
        line_bytes = 128,
        stages = STAGES_,
        warps = 8, /* that multiply */
        threads = 32 * (warps + 1),
        a_bytes = rows * line_bytes,
        box_bytes = depth * line_bytes, /* of B */
        boxes = COLUMNS / 64,
        stage_bytes = a_bytes + boxes * box_bytes,
        barriers = STAGES_ * stage_bytes,                 /* behind the stages: full, empty */
        shared_bytes = 1024 + barriers + STAGES_ * 2 * 8, /* the stages begin at 1,024 bytes */
        high = 1,                                         /* products of a warp, for gemm_store */
        wide = COLUMNS / 8
    };
};

/* Where a step is in the ring, and the parity of that place's turn. */
template <class T> struct ring_place {
    unsigned first, stage = 0, parity = 0;

    __device__ __forceinline__ unsigned memory() const
    {
        return first + stage * T::stage_bytes;
    }

    __device__ __forceinline__ unsigned full() const
    {
        return first + T::barriers + stage * 8;
    }

    __device__ __forceinline__ unsigned empty() const
    {
        return full() + T::stages * 8;
    }

    __device__ __forceinline__ void next()
    {
        if (++stage < T::stages)
            return;
        stage = 0;
        parity ^= 1;
    }
};

/* One thread fills the ring. */
template <class T>
static __device__ __forceinline__ void group_fill(ring_place<T> ring, const CUtensorMap *a,
                                                  const CUtensorMap *b, int top, int left, int k)
{
    for (int at = 0; at < k; at += T::depth, ring.next()) {
        barrier_wait(ring.empty(), ring.parity ^ 1);
        barrier_expect(ring.full(), T::stage_bytes);
        copy_box(ring.memory(), a, at, top, ring.full());
#pragma unroll
        for (int i = 0; i < T::boxes; i++)
            copy_box(ring.memory() + T::a_bytes + i * T::box_bytes, b, left + 64 * i, at,
                     ring.full());
    }
}

/* A warp group's 64 rows. A step's products are a group: while it is at work, the warps wait for
 * the next stage. A stage is empty when the group after it has begun, and its own one is done. */
template <class T>
static __device__ __forceinline__ void group_multiply_all(float (&sums)[T::wide][4],
                                                          ring_place<T> ring, int group, int k)
{
    unsigned before = 0;
    for (int at = 0; at < k; at += T::depth, ring.next()) {
        unsigned a = ring.memory() + group * (64 * T::line_bytes);
        unsigned b = ring.memory() + T::a_bytes;
        barrier_wait(ring.full(), ring.parity);
        products_begin();
#pragma unroll
        for (int part = 0; part < T::depth / 16; part++)
            group_multiply<T::wide>(
                sums, matrix_at<0, 8 * T::line_bytes>(a + part * 32),
                matrix_at<T::box_bytes, 8 * T::line_bytes>(b + part * (16 * T::line_bytes)),
                at + part);
        products_end();
        products_wait<1>();
        if (at > 0 && threadIdx.x % 32 == 0)
            barrier_arrive(before);
        before = ring.empty();
    }
    products_wait<0>();
}

/* Of A's boxes and of B's. TMA sees them there without a fence. */
__constant__ CUtensorMap gemm_maps[2];

/* A tile of C by this block. A grid has n / columns by m / 128
 * blocks, rounded up. k is a multiple of 64, n of 8. Where tiles don't fit m or n, the last ones
 * overlap the ones before. */
template <class T>
__global__ void __launch_bounds__(T::threads) gemm_wgmma(float *c, int m, int n, int k)
{
    extern __shared__ __align__(1024) unsigned char gemm_stages[];
    ring_place<T> ring = {(shared_place(gemm_stages) + 1023) & ~1023u};
    int warp = threadIdx.x / 32;
    int top = min((int)blockIdx.y * T::rows, m - T::rows);
    int left = min((int)blockIdx.x * T::columns, n - T::columns);
    if (threadIdx.x == 0) {
        ring_place<T> each = ring;
        for (int i = 0; i < T::stages; i++, each.next()) {
            barrier_init(each.full(), 1);
            barrier_init(each.empty(), T::warps);
        }
        barriers_ready();
    }
    __syncthreads();
    if (warp == T::warps) {
        if (threadIdx.x % 32 == 0)
            group_fill<T>(ring, &gemm_maps[0], &gemm_maps[1], top, left, k);
        return;
    }
    float sums[1][T::wide][4];
    group_multiply_all<T>(sums[0], ring, warp / 4, k);
    gemm_store<T>(c + (size_t)(top + warp * 16) * n + left, n, sums);
}

#endif
