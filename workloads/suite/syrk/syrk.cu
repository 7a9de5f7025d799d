/* SPDX-License-Identifier: BSD-3-Clause */
/* SYRK: symmetric rank-k update, C = alpha A A^T + beta C, for a matrix A of N rows and K columns
 * in rows.
 *
 * A thread computes an element of C, straight from global memory. Threads of a warp have one row of
 * A in common and 32 others, one each: a load of those touches 32 lines, which the next 31 steps
 * of k read again, if L1 still has them. Blocks of a column of the grid share these 32 rows, those
 * of a row the 8 others: the more of them run on one SM at a time, the fewer lines it needs. The
 * sum is kept in C, in memory, as C might be A for all that the compiler knows.
 *
 * Source: the operation is BLAS's SYRK. Launch shape, one thread an element, sum in C: the benchmark
 *   of PolyBench/GPU (S. Grauer-Gray et al., InPar 2012).
 */
#include "../common/program.h"

constexpr int WIDTH = 32, HEIGHT = 8; /* of a block */
constexpr float ALPHA = 1.5f, BETA = 0.75f;

__global__ void rank_update(const float *a, float *c, int n, int depth)
{
    int column = blockIdx.x * WIDTH + threadIdx.x;
    int row = blockIdx.y * HEIGHT + threadIdx.y;
    float *sum = &c[row * n + column];
    *sum *= BETA;
    for (int k = 0; k < depth; k++)
        *sum += ALPHA * a[row * depth + k] * a[column * depth + k];
}

static void reference_update(const float *a, float *c, int n, int depth)
{
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            double sum = 0;
            for (int k = 0; k < depth; k++)
                sum += (double)a[row * depth + k] * a[column * depth + k];
            c[row * n + column] = (float)(ALPHA * sum + BETA * c[row * n + column]);
        }
    }
}

int main(int argc, char **argv)
{
    int bands = (int)program_argument(argc, argv, 1, "N / 32", 8, 1, 128);
    int depth = (int)program_argument(argc, argv, 2, "K", 64, 1, 4096);
    int n = bands * WIDTH;
    size_t count = (size_t)n * n, inputs = (size_t)n * depth;
    float *a = host_array<float>(inputs);
    float *c = host_array<float>(count);
    float *expected = host_array<float>(count);
    uint64_t state = 31;
    for (size_t i = 0; i < inputs; i++)
        a[i] = random_float(&state, -1.0f, 1.0f);
    for (size_t i = 0; i < count; i++)
        expected[i] = c[i] = random_float(&state, -1.0f, 1.0f);
    reference_update(a, expected, n, depth);

    float *device_a = device_copy(a, inputs);
    float *device_c = device_copy(c, count);
    rank_update<<<dim3(n / WIDTH, n / HEIGHT), dim3(WIDTH, HEIGHT)>>>(device_a, device_c, n, depth);
    CHECK(cudaGetLastError());
    copy_back(c, device_c, count);
    size_t wrong = count_wrong("c", c, expected, count, 1e-4f, 1e-5f);
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_c));
    free(a);
    free(c);
    free(expected);
    return program_verdict("syrk", wrong);
}
