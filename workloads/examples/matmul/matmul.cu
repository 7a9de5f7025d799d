/* SPDX-License-Identifier: BSD-3-Clause */
/* c = a b for square row-major matrices, by tiles of 16 x 16 in shared memory.
 *
 * Without tiles each thread reads 2n words of global memory. Here a block of 16 x 16 threads copies
 * a tile of a and one of b into shared memory, each thread one word of each, and all threads use
 * both tiles 16 times before the next pair is fetched: 2n/16 global loads a thread.
 * n must be a multiple of TILE; the grid is (n/TILE, n/TILE).
 */

enum { TILE = 16 };

extern "C" __global__ void matmul(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;

    for (int start = 0; start < n; start += TILE) {
        tile_a[threadIdx.y][threadIdx.x] = a[row * n + start + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * n + column];
        __syncthreads(); /* both tiles are complete */

        for (int k = 0; k < TILE; k++)
            sum = fmaf(tile_a[threadIdx.y][k], tile_b[k][threadIdx.x], sum);
        __syncthreads(); /* nobody reads them any more */
    }
    c[row * n + column] = sum;
}
