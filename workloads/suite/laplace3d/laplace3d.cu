/* SPDX-License-Identifier: BSD-3-Clause */
/* LPS: Laplace's equation in three dimensions by Jacobi sweeps.
 *
 * A block owns a tile of 32 x 4 columns and walks up along z with three planes of it in shared
 * memory. Tiles overlap by a rim of one cell, read from global memory by the block's first
 * threads: one block's rim is the neighbour's interior. Whoever comes second finds the line in a
 * cache, if the two walk at the same pace: locality between warps, which a fair scheduler keeps
 * and a greedy one loses.
 */
#include "../common/program.h"

enum { TILE_X = 32, TILE_Y = 4, RIM = 2 * (TILE_X + TILE_Y) };
/* SM_BLOCKS blocks an SM: as many warps as iPAWS's table 3 gives this program on Fermi. */
enum { SM_BLOCKS = 8 };

struct grid {
    int nx, ny, nz;
};

/* A tile with its rim: [row][column], each one wider than the interior on both sides. */
typedef float plane[TILE_Y + 2][TILE_X + 2];

/* Where rim cell `i` of a tile lies: the rows below and above it, then the columns beside it. The
 * four corners have no part in the stencil. */
__device__ void rim_cell(int i, int *column, int *row)
{
    if (i < 2 * TILE_X) {
        *column = 1 + i % TILE_X;
        *row = i < TILE_X ? 0 : TILE_Y + 1;
    } else {
        int side = i - 2 * TILE_X;
        *column = side < TILE_Y ? 0 : TILE_X + 1;
        *row = 1 + side % TILE_Y;
    }
}

/* A cell of the grid that a thread copies into the tile; `inside` says whether there is one. */
struct tile_cell {
    int column, row;
    bool inside;
    size_t index;
};

__device__ tile_cell place_in_tile(grid size, int column, int row)
{
    int x = (int)blockIdx.x * TILE_X + column - 1;
    int y = (int)blockIdx.y * TILE_Y + row - 1;
    tile_cell cell = {column, row, x >= 0 && x < size.nx && y >= 0 && y < size.ny,
                      (size_t)y * size.nx + x};

    return cell;
}

__global__ void __launch_bounds__(TILE_X *TILE_Y, SM_BLOCKS)
    laplace_sweep(const float *from, float *to, grid size)
{
    __shared__ plane planes[3];
    size_t stride = (size_t)size.nx * size.ny;
    int thread = threadIdx.y * TILE_X + threadIdx.x;
    int rim_column = 0;
    int rim_row = 0;
    rim_cell(thread, &rim_column, &rim_row);
    tile_cell main = place_in_tile(size, threadIdx.x + 1, threadIdx.y + 1);
    tile_cell rim = place_in_tile(size, rim_column, rim_row);
    rim.inside = rim.inside && thread < RIM;
    int x = blockIdx.x * TILE_X + threadIdx.x;
    int y = blockIdx.y * TILE_Y + threadIdx.y;
    bool is_wall = x == 0 || x == size.nx - 1 || y == 0 || y == size.ny - 1;

    int below = 0;
    int here = 1;
    int above = 2;
    for (int z = -1; z < size.nz; z++) {
        if (z + 1 < size.nz && main.inside)
            planes[above][main.row][main.column] = from[main.index + (z + 1) * stride];
        if (z + 1 < size.nz && rim.inside)
            planes[above][rim.row][rim.column] = from[rim.index + (z + 1) * stride];
        __syncthreads();
        if (z >= 0 && main.inside) {
            const plane &now = planes[here];
            int c = main.column;
            int r = main.row;
            float value = now[r][c];
            if (!is_wall && z > 0 && z < size.nz - 1)
                value = (now[r][c - 1] + now[r][c + 1] + now[r - 1][c] + now[r + 1][c] +
                         planes[below][r][c] + planes[above][r][c]) *
                        (1.0f / 6.0f);
            to[main.index + z * stride] = value;
        }
        __syncthreads();
        int oldest = below;
        below = here;
        here = above;
        above = oldest;
    }
}

static void reference_sweep(const float *from, float *to, grid size)
{
    size_t row = size.nx;
    size_t slice = row * size.ny;

    for (int z = 0; z < size.nz; z++)
        for (int y = 0; y < size.ny; y++)
            for (int x = 0; x < size.nx; x++) {
                size_t i = z * slice + y * row + x;
                bool inner = x > 0 && x < size.nx - 1 && y > 0 && y < size.ny - 1 && z > 0 &&
                             z < size.nz - 1;
                to[i] = inner ? (from[i - 1] + from[i + 1] + from[i - row] + from[i + row] +
                                 from[i - slice] + from[i + slice]) /
                                    6.0f
                              : from[i];
            }
}

int main(int argc, char **argv)
{
    grid size;
    size.nx = (int)program_argument(argc, argv, 1, "NX", 100, 3, 1024);
    size.ny = (int)program_argument(argc, argv, 2, "NY", 100, 3, 1024);
    size.nz = (int)program_argument(argc, argv, 3, "NZ", 24, 3, 1024);
    int sweeps = (int)program_argument(argc, argv, 4, "SWEEPS", 2, 1, 10000);

    size_t cells = (size_t)size.nx * size.ny * size.nz;
    uint64_t random = 1;
    float *expected = host_array<float>(cells);
    float *scratch = host_array<float>(cells);
    for (size_t i = 0; i < cells; i++)
        expected[i] = random_float(&random, 0, 1);
    float *from = device_copy(expected, cells);
    float *to = device_array<float>(cells);

    dim3 block(TILE_X, TILE_Y);
    dim3 blocks((size.nx + TILE_X - 1) / TILE_X, (size.ny + TILE_Y - 1) / TILE_Y);
    for (int sweep = 0; sweep < sweeps; sweep++) {
        laplace_sweep<<<blocks, block>>>(from, to, size);
        CHECK(cudaGetLastError());
        reference_sweep(expected, scratch, size);
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
    return program_verdict("laplace3d", wrong);
}
