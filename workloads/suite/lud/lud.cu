/* SPDX-License-Identifier: BSD-3-Clause */
/* LUD: factors a dense matrix into a lower triangle with ones on its diagonal and an upper one, in
 * place, 16 rows and columns at a time, without pivoting.
 *
 * Three kernels take turns along the diagonal. The first factors one tile with half a warp. The
 * second solves the tiles in the same row and column of tiles; its two half warps do different
 * work, so they run one after the other. The third, 16 x 16 threads a tile, updates all tiles below
 * and to the right, where nearly all of the arithmetic is. Tiles are loaded in one burst and then
 * worked on in shared memory; the blocks of the third kernel share row and column tiles. The grid
 * shrinks at every step until a single half warp is left.
 *
 * Source: G. Golub, C. Van Loan, "Matrix Computations", section on block LU; the three kernels and
 *   their launch shapes: the benchmark of Rodinia (Che et al., IISWC 2010).
 */
#include "../common/program.h"

constexpr int TILE = 16;
constexpr int WIDTH = TILE + 1; /* of a row in shared memory: a column then hits all banks */

/* One thread a column copies a tile. */
__device__ void load_tile(float to[][WIDTH], const float *from, int n, int lane)
{
    for (int row = 0; row < TILE; row++)
        to[row][lane] = from[row * n + lane];
}

__device__ void store_tile(float *to, const float from[][WIDTH], int n, int lane)
{
    for (int row = 0; row < TILE; row++)
        to[row * n + lane] = from[row][lane];
}

/* One block of half a warp: factors the tile `corner` points to. Thread of a row: subtracts
 * multiples of the rows above from its own. */
__global__ void factor_diagonal(float *corner, int n)
{
    __shared__ float tile[TILE][WIDTH];
    int row = threadIdx.x;
    load_tile(tile, corner, n, row);
    for (int pivot = 0; pivot < TILE - 1; pivot++) {
        __syncthreads();
        if (row > pivot) {
            float factor = tile[row][pivot] / tile[pivot][pivot];
            tile[row][pivot] = factor;
            for (int column = pivot + 1; column < TILE; column++)
                tile[row][column] -= factor * tile[pivot][column];
        }
    }
    __syncthreads();
    store_tile(corner, tile, n, row);
}

/* Tile to the right of the diagonal one: thread of a column solves L x = column. Called: clang
 * would make it part of the kernel. */
__device__ __noinline__ void solve_right(const float diagonal[][WIDTH], float tile[][WIDTH],
                                         int column)
{
    for (int row = 1; row < TILE; row++) {
        float sum = tile[row][column];
        for (int k = 0; k < row; k++)
            sum -= diagonal[row][k] * tile[k][column];
        tile[row][column] = sum;
    }
}

/* Tile below the diagonal one: thread of a row solves x U = row. */
__device__ void solve_below(const float diagonal[][WIDTH], float tile[][WIDTH], int row)
{
    for (int column = 0; column < TILE; column++) {
        float sum = tile[row][column];
        for (int k = 0; k < column; k++)
            sum -= tile[row][k] * diagonal[k][column];
        tile[row][column] = sum / diagonal[column][column];
    }
}

/* Block of one warp: the first half takes the tile so many places right of the diagonal tile at
 * `corner` as the block's number says, the second half the tile as far below. */
__global__ void solve_perimeter(float *corner, int n)
{
    __shared__ float diagonal[TILE][WIDTH];
    __shared__ float right[TILE][WIDTH];
    __shared__ float below[TILE][WIDTH];
    int lane = threadIdx.x % TILE;
    int distance = ((int)blockIdx.x + 1) * TILE;
    bool first_half = threadIdx.x < TILE;

    if (first_half) {
        load_tile(diagonal, corner, n, lane);
        load_tile(right, corner + distance, n, lane);
    } else {
        load_tile(below, corner + distance * n, n, lane);
    }
    __syncthreads();
    if (first_half)
        solve_right(diagonal, right, lane);
    else
        solve_below(diagonal, below, lane);
    __syncthreads();
    if (first_half)
        store_tile(corner + distance, right, n, lane);
    else
        store_tile(corner + distance * n, below, n, lane);
}

/* Thread of an element of a tile in the rest of the matrix: subtracts the product of the tile at
 * the left edge and the tile at the upper edge. */
__global__ void update_interior(float *corner, int n)
{
    __shared__ float left[TILE][TILE];
    __shared__ float upper[TILE][TILE];
    int column = threadIdx.x, row = threadIdx.y;
    int x = ((int)blockIdx.x + 1) * TILE + column;
    int y = ((int)blockIdx.y + 1) * TILE + row;

    left[row][column] = corner[y * n + column];
    upper[row][column] = corner[row * n + x];
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < TILE; k++)
        sum += left[row][k] * upper[k][column];
    corner[y * n + x] -= sum;
}

static void device_factor(float *matrix, int tiles)
{
    int n = tiles * TILE;
    size_t count = (size_t)n * n;
    float *device = device_copy(matrix, count);
    for (int tile = 0; tile < tiles; tile++) {
        float *corner = device + (size_t)tile * TILE * (n + 1);
        int rest = tiles - 1 - tile;
        factor_diagonal<<<1, TILE>>>(corner, n);
        CHECK(cudaGetLastError());
        if (rest == 0)
            break;
        solve_perimeter<<<rest, 2 * TILE>>>(corner, n);
        CHECK(cudaGetLastError());
        update_interior<<<dim3(rest, rest), dim3(TILE, TILE)>>>(corner, n);
        CHECK(cudaGetLastError());
    }
    copy_back(matrix, device, count);
    CHECK(cudaFree(device));
}

static void reference_factor(const float *matrix, float *factors, int n)
{
    double *work = host_array<double>((size_t)n * n);
    for (int i = 0; i < n * n; i++)
        work[i] = matrix[i];
    for (int pivot = 0; pivot < n; pivot++) {
        for (int row = pivot + 1; row < n; row++) {
            double factor = work[row * n + pivot] /= work[pivot * n + pivot];
            for (int column = pivot + 1; column < n; column++)
                work[row * n + column] -= factor * work[pivot * n + column];
        }
    }
    for (int i = 0; i < n * n; i++)
        factors[i] = (float)work[i];
    free(work);
}

int main(int argc, char **argv)
{
    int tiles = (int)program_argument(argc, argv, 1, "N / 16", 16, 1, 128);
    int n = tiles * TILE;
    size_t count = (size_t)n * n;
    float *matrix = host_array<float>(count);
    float *expected = host_array<float>(count);

    /* A heavy diagonal makes pivoting unnecessary. */
    uint64_t state = 15;
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++)
            matrix[row * n + column] =
                random_float(&state, -1.0f, 1.0f) + (row == column ? (float)n : 0.0f);
    }
    reference_factor(matrix, expected, n);
    device_factor(matrix, tiles);
    size_t wrong = count_wrong("factor", matrix, expected, count, 2e-5f, 2e-5f);
    free(matrix);
    free(expected);
    return program_verdict("lud", wrong);
}
