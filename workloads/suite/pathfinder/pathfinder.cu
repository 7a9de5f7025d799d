/* SPDX-License-Identifier: BSD-3-Clause */
/* PDFR: the cheapest way from the bottom to the top of a grid of costs, one row after another, each
 * step going straight ahead or one column to the side (dynamic programming).
 *
 * A block keeps 256 columns of the running row in shared memory and advances several rows before
 * it writes back ("pyramid"): every row eats one column on either side, which the neighbouring
 * block computes as well. So the blocks overlap by twice the pyramid height, the only data that
 * they share, and fewer launches are paid for with repeated work and idle threads.
 *
 * Source: the ghost-zone scheme is J. Meng, K. Skadron, "Performance modeling and automatic ghost
 *   zone optimization for iterative stencil loops on GPUs", ICS 2009; block shape 256 threads and
 *   100000 x 100 with pyramid 20: the benchmark of Rodinia (Che et al., IISWC 2009).
 */
#include "../common/program.h"

constexpr int BLOCK = 256;
constexpr int HIGHEST_COST = 9; /* ASSUMED; costs are 0 to 9 */

/* Thread of a column: advances `steps` rows from first_row on. `columns_kept` columns of a block
 * are its own, `halo` on each side belong to its neighbours. */
__global__ void advance(const int *costs, const int *from, int *to, int columns, int first_row,
                        int steps, int halo)
{
    __shared__ int best[BLOCK];
    int kept = BLOCK - 2 * halo;
    int lane = threadIdx.x;
    int column = (int)blockIdx.x * kept - halo + lane;
    bool inside = column >= 0 && column < columns;
    /* Beyond the edges of the grid, nothing is ever the cheapest. */
    int cost = inside ? from[column] : INT32_MAX;

    for (int step = 0; step < steps; step++) {
        best[lane] = cost;
        __syncthreads();
        if (inside && lane > step && lane < BLOCK - 1 - step) {
            int cheapest = min(best[lane - 1], min(best[lane], best[lane + 1]));
            cost = cheapest + costs[(first_row + step) * columns + column];
        }
        __syncthreads();
    }
    if (inside && lane >= halo && lane < BLOCK - halo)
        to[column] = cost;
}

static void reference_path(const int *costs, int *best, int columns, int rows)
{
    int *last = host_array<int>(columns);
    memcpy(best, costs, columns * sizeof(int));
    for (int row = 1; row < rows; row++) {
        memcpy(last, best, columns * sizeof(int));
        for (int column = 0; column < columns; column++) {
            int cheapest = last[column];
            if (column > 0 && last[column - 1] < cheapest)
                cheapest = last[column - 1];
            if (column + 1 < columns && last[column + 1] < cheapest)
                cheapest = last[column + 1];
            best[column] = cheapest + costs[row * columns + column];
        }
    }
    free(last);
}

/* Launches over all rows, `pyramid` rows at a time; the result is left in best. */
static void device_path(const int *costs, int *best, int columns, int rows, int pyramid)
{
    int *device_costs = device_copy(costs, (size_t)rows * columns);
    int *device_rows[2] = {device_copy(costs, columns), device_array<int>(columns)};
    int kept = BLOCK - 2 * pyramid;
    int blocks = (columns + kept - 1) / kept;
    int now = 0;
    for (int row = 1; row < rows; row += pyramid) {
        int steps = rows - row < pyramid ? rows - row : pyramid;
        advance<<<blocks, BLOCK>>>(device_costs, device_rows[now], device_rows[1 - now], columns,
                                   row, steps, pyramid);
        CHECK(cudaGetLastError());
        now = 1 - now;
    }
    copy_back(best, device_rows[now], columns);
    CHECK(cudaFree(device_costs));
    CHECK(cudaFree(device_rows[0]));
    CHECK(cudaFree(device_rows[1]));
}

int main(int argc, char **argv)
{
    int columns = (int)program_argument(argc, argv, 1, "COLUMNS", 20000, 1, 1000000);
    int rows = (int)program_argument(argc, argv, 2, "ROWS", 41, 2, 2000);
    int pyramid = (int)program_argument(argc, argv, 3, "PYRAMID", 20, 1, BLOCK / 2 - 1);
    size_t count = (size_t)rows * columns;
    int *costs = host_array<int>(count);
    int *best = host_array<int>(columns);
    int *expected = host_array<int>(columns);

    uint64_t state = 3;
    for (size_t i = 0; i < count; i++)
        costs[i] = (int)random_below(&state, HIGHEST_COST + 1);
    device_path(costs, best, columns, rows, pyramid);
    reference_path(costs, expected, columns, rows);
    size_t wrong = count_different("best", best, expected, columns);
    free(costs);
    free(best);
    free(expected);
    return program_verdict("pathfinder", wrong);
}
