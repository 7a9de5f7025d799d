/* SPDX-License-Identifier: BSD-3-Clause */
/* Counts how often each of the values 0 .. 255 occurs, by a private histogram a block.
 *
 * Atomics on one table in global memory would all meet at a few L2 banks. Here each block counts
 * into shared memory, whose atomics stay inside the SM, and adds its 256 counts to the global
 * table once. Lanes of a warp that hit the same bin, or different bins in one bank, still take
 * turns. blockDim.x must be BINS: a thread a bin when clearing and merging.
 */

enum { BINS = 256 };

extern "C" __global__ void histogram(const unsigned *values, unsigned *counts, int n)
{
    __shared__ unsigned block_counts[BINS];

    block_counts[threadIdx.x] = 0;
    __syncthreads();

    /* Grid-stride loop: at each turn the whole grid reads one contiguous stretch. Not unrolled:
     * atomics keep their order, so nothing would be gained. */
    int stride = gridDim.x * blockDim.x;
#pragma unroll 1
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&block_counts[values[i]], 1u);
    __syncthreads();

    atomicAdd(&counts[threadIdx.x], block_counts[threadIdx.x]);
}
