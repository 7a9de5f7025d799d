/* SPDX-License-Identifier: BSD-3-Clause */
/* VADD: the sum of two vectors, one thread an element.
 *
 * Every word is touched once and every access of a warp is one line: nothing to reuse, nothing
 * diverges. What is left is the bandwidth of the memory, the same whoever schedules the warps.
 */
#include "../common/program.h"

enum { BLOCK = 256 };

__global__ void vector_add(const float *a, const float *b, float *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        sum[i] = a[i] + b[i];
}

int main(int argc, char **argv)
{
    int n = (int)program_argument(argc, argv, 1, "ELEMENTS", 1000000, 1, 1L << 28);

    uint64_t random = 1;
    float *a = host_array<float>(n);
    float *b = host_array<float>(n);
    float *expected = host_array<float>(n);
    for (int i = 0; i < n; i++) {
        a[i] = random_float(&random, -1, 1);
        b[i] = random_float(&random, -1, 1);
        expected[i] = a[i] + b[i];
    }

    float *a_device = device_copy(a, n);
    float *b_device = device_copy(b, n);
    float *sum_device = device_array<float>(n);
    vector_add<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(a_device, b_device, sum_device, n);
    CHECK(cudaGetLastError());

    float *sum = host_array<float>(n);
    copy_back(sum, sum_device, n);
    size_t wrong = count_wrong("sum", sum, expected, n, 0, 0);

    CHECK(cudaFree(a_device));
    CHECK(cudaFree(b_device));
    CHECK(cudaFree(sum_device));
    free(a);
    free(b);
    free(expected);
    free(sum);
    return program_verdict("vectoradd", wrong);
}
