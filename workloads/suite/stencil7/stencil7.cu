/* SPDX-License-Identifier: BSD-3-Clause */
/* STN: a heat-like stencil of seven points, the cell and its six neighbours.
 *
 * A block of 32 x 4 threads owns 64 x 4 columns, two for each thread, and walks along z with the
 * current plane in shared memory and the planes below and above in registers. At the tile's rim a
 * neighbour belongs to another block and comes from global memory: lines that several blocks read
 * at about the same time if they walk at the same pace, locality between warps, beside the
 * locality within a warp of its own columns.
 */
#include "../common/program.h"

enum { BLOCK_X = 32, BLOCK_Y = 4, TILE_X = 2 * BLOCK_X };
/* SM_BLOCKS blocks an SM: as many warps as iPAWS's table 3 gives this program on Fermi. */
enum { SM_BLOCKS = 8 };

#define CENTRE_WEIGHT    (1.0f / 6.0f)
#define NEIGHBOUR_WEIGHT (1.0f / 36.0f * 5.0f)

struct grid {
    int nx, ny, nz;
};

/* A column of cells that a thread walks up. */
struct column {
    int tx, ty;               /* in the tile */
    bool inner;               /* not on the grid's surface */
    size_t index;             /* in the current plane */
    float below, here, above; /* the cells under, in and over that plane */
};

/* In plane 1, the lowest that changes. */
__device__ column column_at(grid size, const float *from, int tx)
{
    size_t slice = (size_t)size.nx * size.ny;
    int x = blockIdx.x * TILE_X + tx;
    int y = blockIdx.y * BLOCK_Y + threadIdx.y;
    column c;

    c.tx = tx;
    c.ty = threadIdx.y;
    c.inner = x > 0 && x < size.nx - 1 && y > 0 && y < size.ny - 1;
    c.index = slice + (size_t)y * size.nx + x;
    c.below = from[c.index - slice];
    c.here = from[c.index];
    c.above = from[c.index + slice];
    return c;
}

/* The four neighbours in the plane: from the tile where it has them, else from memory. */
__device__ float neighbours_in_plane(const column &c, const float *tile, const float *cell, int row)
{
    const float *in_tile = &tile[c.ty * TILE_X + c.tx];
    float left = c.tx > 0 ? in_tile[-1] : cell[-1];
    float right = c.tx < TILE_X - 1 ? in_tile[1] : cell[1];
    float front = c.ty > 0 ? in_tile[-TILE_X] : cell[-row];
    float back = c.ty < BLOCK_Y - 1 ? in_tile[TILE_X] : cell[row];

    return left + right + front + back;
}

__device__ void column_compute(const column &c, const float *tile, const float *from, float *to,
                               int row)
{
    if (!c.inner)
        return;
    float around = neighbours_in_plane(c, tile, &from[c.index], row) + c.below + c.above;
    to[c.index] = CENTRE_WEIGHT * c.here + NEIGHBOUR_WEIGHT * around;
}

__device__ void column_rise(column *c, const float *from, size_t slice)
{
    c->index += slice;
    c->below = c->here;
    c->here = c->above;
    c->above = from[c->index + slice];
}

/* nx is a multiple of 64, ny of 4. The surface keeps its values. */
__global__ void __launch_bounds__(BLOCK_X *BLOCK_Y, SM_BLOCKS)
    stencil_step(const float *from, float *to, grid size)
{
    extern __shared__ float tile[]; /* BLOCK_Y rows of TILE_X cells */
    size_t slice = (size_t)size.nx * size.ny;
    column left = column_at(size, from, threadIdx.x);
    column right = column_at(size, from, threadIdx.x + BLOCK_X);

    for (int z = 1; z < size.nz - 1; z++) {
        tile[left.ty * TILE_X + left.tx] = left.here;
        tile[right.ty * TILE_X + right.tx] = right.here;
        __syncthreads();
        column_compute(left, tile, from, to, size.nx);
        column_compute(right, tile, from, to, size.nx);
        __syncthreads();
        if (z + 1 < size.nz - 1) {
            column_rise(&left, from, slice);
            column_rise(&right, from, slice);
        }
    }
}

static void reference_step(const float *from, float *to, grid size)
{
    size_t row = size.nx;
    size_t slice = row * size.ny;

    for (int z = 1; z < size.nz - 1; z++)
        for (int y = 1; y < size.ny - 1; y++)
            for (int x = 1; x < size.nx - 1; x++) {
                size_t i = z * slice + y * row + x;
                to[i] = CENTRE_WEIGHT * from[i] +
                        NEIGHBOUR_WEIGHT * (from[i - 1] + from[i + 1] + from[i - row] +
                                            from[i + row] + from[i - slice] + from[i + slice]);
            }
}

int main(int argc, char **argv)
{
    grid size;
    size.nx = TILE_X * (int)program_argument(argc, argv, 1, "TILES_X", 2, 1, 16);
    size.ny = BLOCK_Y * (int)program_argument(argc, argv, 2, "TILES_Y", 32, 1, 256);
    size.nz = (int)program_argument(argc, argv, 3, "NZ", 32, 3, 1024);
    int steps = (int)program_argument(argc, argv, 4, "STEPS", 2, 1, 10000);

    size_t cells = (size_t)size.nx * size.ny * size.nz;
    uint64_t random = 1;
    float *expected = host_array<float>(cells);
    float *scratch = host_array<float>(cells);
    for (size_t i = 0; i < cells; i++)
        scratch[i] = expected[i] = random_float(&random, 0, 1);
    float *from = device_copy(expected, cells);
    float *to = device_copy(expected, cells); /* for its surface */

    dim3 block(BLOCK_X, BLOCK_Y);
    dim3 blocks(size.nx / TILE_X, size.ny / BLOCK_Y);
    size_t tile_bytes = TILE_X * BLOCK_Y * sizeof(float);
    for (int step = 0; step < steps; step++) {
        stencil_step<<<blocks, block, tile_bytes>>>(from, to, size);
        CHECK(cudaGetLastError());
        reference_step(expected, scratch, size);
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
    return program_verdict("stencil7", wrong);
}
