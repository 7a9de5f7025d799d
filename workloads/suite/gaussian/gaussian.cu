/* SPDX-License-Identifier: BSD-3-Clause */
/* GAU: solves a system of linear equations by Gaussian elimination.
 *
 * Two launches for each column: `find_factors` computes the factors of the rows below the pivot, a
 * thread a row, whose loads touch a line each; `eliminate` takes the pivot's row, so many times,
 * from the rows below, in blocks of 4 x 4 threads, half a warp. Launches, blocks and idle threads
 * (the grid is always that of the whole matrix) are what costs.
 *
 * Source: any textbook, G. Golub and C. Van Loan, "Matrix Computations", 3.2; launches and their
 *   shapes: the benchmark of Rodinia (Che et al., IISWC 2009).
 */
#include "../common/program.h"

constexpr int ROWS_BLOCK = 512, TILE = 4;

__global__ void find_factors(float *factor, const float *matrix, int n, int column)
{
    int row = column + 1 + (int)(blockIdx.x * blockDim.x + threadIdx.x);

    if (row < n)
        factor[row * n + column] = matrix[row * n + column] / matrix[column * n + column];
}

__global__ void eliminate(const float *factor, float *matrix, float *right, int n, int column)
{
    int row = column + 1 + (int)(blockIdx.x * blockDim.x + threadIdx.x);
    int at = column + (int)(blockIdx.y * blockDim.y + threadIdx.y);

    if (row >= n || at >= n)
        return;
    float times = factor[row * n + column];
    matrix[row * n + at] = fmaf(-times, matrix[column * n + at], matrix[row * n + at]);
    if (at == column)
        right[row] = fmaf(-times, right[column], right[row]);
}

static void device_eliminate(float *matrix, float *right, int n)
{
    size_t count = (size_t)n * n;
    float *device_matrix = device_copy(matrix, count), *device_right = device_copy(right, n);
    float *device_factor = device_array<float>(count);
    CHECK(cudaMemset(device_factor, 0, count * sizeof(float)));
    int tiles = (n + TILE - 1) / TILE;

    for (int column = 0; column + 1 < n; column++) {
        find_factors<<<(n + ROWS_BLOCK - 1) / ROWS_BLOCK, ROWS_BLOCK>>>(device_factor,
                                                                        device_matrix, n, column);
        CHECK(cudaGetLastError());
        eliminate<<<dim3(tiles, tiles), dim3(TILE, TILE)>>>(device_factor, device_matrix,
                                                            device_right, n, column);
        CHECK(cudaGetLastError());
    }
    copy_back(matrix, device_matrix, count);
    copy_back(right, device_right, n);
    CHECK(cudaFree(device_matrix));
    CHECK(cudaFree(device_right));
    CHECK(cudaFree(device_factor));
}

static void substitute_back(const float *matrix, const float *right, float *solution, int n)
{
    for (int row = n - 1; row >= 0; row--) {
        double sum = right[row];
        for (int column = row + 1; column < n; column++)
            sum -= (double)matrix[row * n + column] * solution[column];
        solution[row] = (float)(sum / matrix[row * n + row]);
    }
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "N", 96, 2, 4096);
    float *matrix = host_array<float>((size_t)n * n), *right = host_array<float>(n);
    float *solution = host_array<float>(n), *expected = host_array<float>(n);
    uint64_t state = 22;

    /* The diagonal is large, so that no rows need to be exchanged; the solution is known. */
    for (int i = 0; i < n; i++)
        expected[i] = random_float(&state, -1, 1);
    for (int row = 0; row < n; row++) {
        double sum = 0;
        for (int column = 0; column < n; column++) {
            float value = random_float(&state, -1, 1) + (row == column ? (float)n : 0.0f);
            matrix[row * n + column] = value;
            sum += (double)value * expected[column];
        }
        right[row] = (float)sum;
    }
    device_eliminate(matrix, right, n);
    substitute_back(matrix, right, solution, n);
    size_t wrong = count_wrong("solution", solution, expected, n, 1e-4f, 1e-4f);
    free(matrix);
    free(right);
    free(solution);
    free(expected);
    return program_verdict("gaussian", wrong);
}
