/* SPDX-License-Identifier: BSD-3-Clause */
/* MMUL: C = A x B for square matrices of float, once straight from global memory and once through
 * tiles in shared memory.
 *
 * The pair shows what a cache can do and what shared memory does better. In the naive kernel the
 * 16 threads of a tile row read the same element of A (one broadcast) and neighbouring elements of
 * B (coalesced), and the next row of the block reads the same B again: all reuse is left to the
 * caches. The tiled kernel reads every element of a tile once and reuses it 16 times. In both, the
 * blocks of a row of the grid share rows of A, those of a column share columns of B. A third
 * kernel, on its own, has the tile in registers (matmul_registers.h).
 *
 * Source: tiling is textbook knowledge, e.g. D. Kirk, W. Hwu, "Programming Massively Parallel
 *   Processors", chapter on memory.
 */
#include "../common/program.h"
#include "matmul_registers.h"

constexpr int TILE = 16;

/* Thread (column, row) of the grid: one element, a dot product over all of k. */
__global__ void multiply_naive(const float *a, const float *b, float *c, int n)
{
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}

/* The same element, with k cut into tiles of 16: the block loads one tile of A and one of B, waits,
 * multiplies them, waits again before it overwrites them. */
__global__ void multiply_tiled(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    float sum = 0.0f;
    for (int start = 0; start < n; start += TILE) {
        tile_a[threadIdx.y][threadIdx.x] = a[row * n + start + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

static void reference_multiply(const float *a, const float *b, float *c, int n)
{
    for (int row = 0; row < n; row++) {
        for (int k = 0; k < n; k++) {
            float factor = a[row * n + k];
            for (int column = 0; column < n; column++)
                c[row * n + column] += factor * b[k * n + column];
        }
    }
}

int main(int argc, char **argv)
{
    int tiles = (int)program_argument(argc, argv, 1, "N / 16", 8, 1, 256);
    int variant = (int)program_argument(argc, argv, 2,
                                        "KERNEL (0 both, 1 tiled, 2 naive, 3 registers)", 0, 0, 3);
    int depth =
        (int)program_argument(argc, argv, 3, "DEPTH / 16 (registers)", tiles, 1, 256) * TILE;
    int n = tiles * TILE;
    if (variant == 3) {
        if (n % REGISTER_ROWS != 0) {
            fprintf(stderr, "matmul: with registers N / 16 must be a multiple of 8\n");
            return 2;
        }
        return program_verdict("matmul", run_registers(n, depth));
    }
    size_t count = (size_t)n * n;
    float *a = host_array<float>(count);
    float *b = host_array<float>(count);
    float *c = host_array<float>(count);
    float *expected = host_array<float>(count);

    uint64_t state = 2;
    for (size_t i = 0; i < count; i++) {
        a[i] = random_float(&state, -1.0f, 1.0f);
        b[i] = random_float(&state, -1.0f, 1.0f);
    }
    reference_multiply(a, b, expected, n);

    float *device_a = device_copy(a, count);
    float *device_b = device_copy(b, count);
    float *device_c = device_array<float>(count);
    dim3 grid(tiles, tiles);
    dim3 block(TILE, TILE);
    size_t wrong = 0;
    if (variant != 2) {
        CHECK(cudaMemset(device_c, 0xff, count * sizeof(float)));
        multiply_tiled<<<grid, block>>>(device_a, device_b, device_c, n);
        CHECK(cudaGetLastError());
        copy_back(c, device_c, count);
        wrong += count_wrong("tiled", c, expected, count, 1e-4f, 1e-5f);
    }
    if (variant != 1) {
        CHECK(cudaMemset(device_c, 0xff, count * sizeof(float)));
        multiply_naive<<<grid, block>>>(device_a, device_b, device_c, n);
        CHECK(cudaGetLastError());
        copy_back(c, device_c, count);
        wrong += count_wrong("naive", c, expected, count, 1e-4f, 1e-5f);
    }

    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(device_c));
    free(a);
    free(b);
    free(c);
    free(expected);
    return program_verdict("matmul", wrong);
}
