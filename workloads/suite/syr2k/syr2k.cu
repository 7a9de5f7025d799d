/* SPDX-License-Identifier: BSD-3-Clause */
/* SYR2K: symmetric rank-2k update, C = alpha (A B^T + B A^T) + beta C, for matrices A and B of N
 * rows and K columns in rows.
 *
 * A thread computes an element of C, straight from global memory. As in syrk, with twice the lines:
 * each step of k reads two rows that a warp has in common and 64 others, which blocks of a column
 * of the grid share. The sum is kept in C, in memory.
 *
 * Source: the operation is BLAS's SYR2K. Launch shape, one thread an element, sum in C: the
 *   benchmark of PolyBench/GPU (S. Grauer-Gray et al., InPar 2012).
 */
#include "../common/program.h"

constexpr int WIDTH = 32, HEIGHT = 8; /* of a block */
constexpr float ALPHA = 1.5f, BETA = 0.75f;

__global__ void rank_2_update(const float *a, const float *b, float *c, int n, int depth)
{
    int column = blockIdx.x * WIDTH + threadIdx.x;
    int row = blockIdx.y * HEIGHT + threadIdx.y;
    float *sum = &c[row * n + column];
    *sum *= BETA;
    for (int k = 0; k < depth; k++)
        *sum += ALPHA * a[row * depth + k] * b[column * depth + k] +
                ALPHA * b[row * depth + k] * a[column * depth + k];
}

static void reference_update(const float *a, const float *b, float *c, int n, int depth)
{
    for (int row = 0; row < n; row++) {
        for (int column = 0; column < n; column++) {
            double sum = 0;
            for (int k = 0; k < depth; k++)
                sum += (double)a[row * depth + k] * b[column * depth + k] +
                       (double)b[row * depth + k] * a[column * depth + k];
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
    float *b = host_array<float>(inputs);
    float *c = host_array<float>(count);
    float *expected = host_array<float>(count);
    uint64_t state = 37;
    for (size_t i = 0; i < inputs; i++) {
        a[i] = random_float(&state, -1.0f, 1.0f);
        b[i] = random_float(&state, -1.0f, 1.0f);
    }
    for (size_t i = 0; i < count; i++)
        expected[i] = c[i] = random_float(&state, -1.0f, 1.0f);
    reference_update(a, b, expected, n, depth);

    float *device_a = device_copy(a, inputs);
    float *device_b = device_copy(b, inputs);
    float *device_c = device_copy(c, count);
    rank_2_update<<<dim3(n / WIDTH, n / HEIGHT), dim3(WIDTH, HEIGHT)>>>(device_a, device_b,
                                                                        device_c, n, depth);
    CHECK(cudaGetLastError());
    copy_back(c, device_c, count);
    size_t wrong = count_wrong("c", c, expected, count, 1e-4f, 1e-5f);
    CHECK(cudaFree(device_a));
    CHECK(cudaFree(device_b));
    CHECK(cudaFree(device_c));
    free(a);
    free(b);
    free(c);
    free(expected);
    return program_verdict("syr2k", wrong);
}
