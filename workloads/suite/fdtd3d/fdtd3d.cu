/* SPDX-License-Identifier: BSD-3-Clause */
/* 3DFD: finite differences of eighth order in three dimensions, four neighbours on each side of
 * each axis.
 *
 * A block owns a tile of 32 x 16 columns and walks along z. Neighbours in the plane come from
 * shared memory; neighbours along z wait in a queue of nine registers. The tile's rim is four
 * cells wide and is read again by the neighbouring blocks, which find it in a cache if they walk
 * at the same pace: locality between warps.
 *
 * Source: P. Micikevicius, "3D Finite Difference Computation on GPUs using CUDA", GPGPU-2, 2009.
 */
#include "../common/program.h"

enum { RADIUS = 4, TILE_X = 32, TILE_Y = 16 };
/* SM_BLOCKS blocks an SM: as many warps as iPAWS's table 3 gives this program on Fermi. */
enum { SM_BLOCKS = 2 };

/* Weights of the cell itself and of its neighbours at distance 1 to RADIUS. */
__constant__ float weight[RADIUS + 1];

/* The volume with a margin of RADIUS cells on every side, which is read and never written. */
struct volume {
    int nx, ny, nz; /* without margin */
    int row;        /* cells from one y to the next */
    int slice;      /* cells from one z to the next */
};

typedef float tile[TILE_Y + 2 * RADIUS][TILE_X + 2 * RADIUS];

/* The rim: the first RADIUS rows of threads fetch what lies beyond the upper and lower edge, the
 * first RADIUS columns what lies left and right. */
__device__ void load_rim(tile &cells, const float *from, size_t index, int row)
{
    int tx = threadIdx.x + RADIUS;
    int ty = threadIdx.y + RADIUS;

    if (threadIdx.y < RADIUS) {
        cells[threadIdx.y][tx] = from[index - (size_t)RADIUS * row];
        cells[ty + TILE_Y][tx] = from[index + (size_t)TILE_Y * row];
    }
    if (threadIdx.x < RADIUS) {
        cells[ty][threadIdx.x] = from[index - RADIUS];
        cells[ty][tx + TILE_X] = from[index + TILE_X];
    }
}

__global__ void __launch_bounds__(TILE_X *TILE_Y, SM_BLOCKS)
    finite_difference(const float *from, float *to, volume v)
{
    __shared__ tile cells;
    int tx = threadIdx.x + RADIUS;
    int ty = threadIdx.y + RADIUS;
    size_t column = (size_t)(blockIdx.y * TILE_Y + ty) * v.row + blockIdx.x * TILE_X + tx;

    /* queue[RADIUS] is the cell in the current plane, after the shift at the loop's start. */
    float queue[2 * RADIUS + 1];
    for (int i = 1; i <= 2 * RADIUS; i++)
        queue[i] = from[column + (size_t)(i - 1) * v.slice];

    for (int z = RADIUS; z < v.nz + RADIUS; z++) {
#pragma unroll
        for (int i = 0; i < 2 * RADIUS; i++)
            queue[i] = queue[i + 1];
        queue[2 * RADIUS] = from[column + (size_t)(z + RADIUS) * v.slice];

        size_t here = column + (size_t)z * v.slice;
        __syncthreads();
        load_rim(cells, from, here, v.row);
        cells[ty][tx] = queue[RADIUS];
        __syncthreads();

        float sum = weight[0] * queue[RADIUS];
#pragma unroll
        for (int i = 1; i <= RADIUS; i++)
            sum += weight[i] * (queue[RADIUS - i] + queue[RADIUS + i] + cells[ty - i][tx] +
                                cells[ty + i][tx] + cells[ty][tx - i] + cells[ty][tx + i]);
        to[here] = sum;
    }
}

static void reference_step(const float *from, float *to, const float *w, volume v)
{
    for (int z = RADIUS; z < v.nz + RADIUS; z++)
        for (int y = RADIUS; y < v.ny + RADIUS; y++)
            for (int x = RADIUS; x < v.nx + RADIUS; x++) {
                size_t here = (size_t)z * v.slice + (size_t)y * v.row + x;
                double sum = (double)w[0] * (double)from[here];
                for (int i = 1; i <= RADIUS; i++) {
                    const int steps[] = {i, i * v.row, i * v.slice};
                    for (int step : steps)
                        sum +=
                            (double)w[i] * ((double)from[here - step] + (double)from[here + step]);
                }
                to[here] = (float)sum;
            }
}

static volume volume_of(int argc, char **argv)
{
    volume v;

    v.nx = TILE_X * (int)program_argument(argc, argv, 1, "TILES_X", 3, 1, 32);
    v.ny = TILE_Y * (int)program_argument(argc, argv, 2, "TILES_Y", 5, 1, 64);
    v.nz = (int)program_argument(argc, argv, 3, "NZ", 24, 1, 1024);
    v.row = v.nx + 2 * RADIUS;
    v.slice = v.row * (v.ny + 2 * RADIUS);
    return v;
}

int main(int argc, char **argv)
{
    volume v = volume_of(argc, argv);
    int steps = (int)program_argument(argc, argv, 4, "STEPS", 2, 1, 10000);
    /* They add up to 1 over the whole stencil, so that values stay between 0 and 1. */
    const float w[RADIUS + 1] = {0.4f, 0.04f, 0.03f, 0.02f, 0.01f};
    CHECK(cudaMemcpyToSymbol(weight, w, sizeof w));

    size_t cells = (size_t)v.slice * (v.nz + 2 * RADIUS);
    uint64_t random = 1;
    float *expected = host_array<float>(cells);
    float *scratch = host_array<float>(cells);
    for (size_t i = 0; i < cells; i++)
        scratch[i] = expected[i] = random_float(&random, 0, 1);
    float *from = device_copy(expected, cells);
    float *to = device_copy(expected, cells); /* for its margin */

    dim3 block(TILE_X, TILE_Y);
    dim3 blocks(v.nx / TILE_X, v.ny / TILE_Y);
    for (int step = 0; step < steps; step++) {
        finite_difference<<<blocks, block>>>(from, to, v);
        CHECK(cudaGetLastError());
        reference_step(expected, scratch, w, v);
        float *swap = from;
        from = to;
        to = swap;
        swap = expected;
        expected = scratch;
        scratch = swap;
    }

    copy_back(scratch, from, cells);
    size_t wrong = count_wrong("cell", scratch, expected, cells, 1e-5f, 0);
    CHECK(cudaFree(from));
    CHECK(cudaFree(to));
    free(expected);
    free(scratch);
    return program_verdict("fdtd3d", wrong);
}
