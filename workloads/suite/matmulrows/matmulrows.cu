/* SPDX-License-Identifier: BSD-3-Clause */
/* MMR: product of two square matrices, each element by a thread of its own that walks a row of the
 * one and a row of the other, which is given transposed, four words at a time.
 *
 * All lanes of a warp read the same words of the one and 32 rows of the other: 32 lines a load,
 * eight loads to a line, and more rows than L1 has lines.
 *
 * Source: B. He and others, "Mars: A MapReduce Framework on Graphics Processors", PACT 2008: Matrix
 *   Multiplication, its map step, whose tasks are pairs of a row and a column.
 */
#include "../common/program.h"

enum { BLOCK = 256, WORDS = 4 };

__global__ void multiply(const float4 *a, const float4 *b_transposed, float *c, int n)
{
    int element = blockIdx.x * blockDim.x + threadIdx.x;

    if (element >= n * n)
        return;
    const float4 *row = a + element / n * (n / WORDS);
    const float4 *column = b_transposed + element % n * (n / WORDS);
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < n / WORDS; i++) {
        float4 x = row[i], y = column[i];
        sum = fmaf(x.x, y.x, fmaf(x.y, y.y, fmaf(x.z, y.z, fmaf(x.w, y.w, sum))));
    }
    c[element] = sum;
}

static void reference_product(const float *a, const float *b_transposed, float *c, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const float *x = a + (size_t)i * n, *y = b_transposed + (size_t)j * n;
            float sum = 0;
            for (int k = 0; k < n; k += WORDS)
                for (int word = WORDS - 1; word >= 0; word--)
                    sum = fmaf(x[k + word], y[k + word], sum);
            c[(size_t)i * n + j] = sum;
        }
}

int main(int argc, char **argv)
{
    int n = WORDS * (int)program_argument(argc, argv, 1, "SIDE_BY_4", 48, 1, 512);

    uint64_t random = 1;
    size_t elements = (size_t)n * n;
    float *a = host_array<float>(elements), *b = host_array<float>(elements);
    for (size_t i = 0; i < elements; i++) {
        a[i] = random_float(&random, -1, 1);
        b[i] = random_float(&random, -1, 1);
    }
    float *a_device = device_copy(a, elements), *b_device = device_copy(b, elements);
    float *c_device = device_array<float>(elements);
    multiply<<<(int)((elements + BLOCK - 1) / BLOCK), BLOCK>>>(
        (const float4 *)a_device, (const float4 *)b_device, c_device, n);
    CHECK(cudaGetLastError());

    float *got = host_array<float>(elements), *expected = host_array<float>(elements);
    copy_back(got, c_device, elements);
    reference_product(a, b, expected, n);
    printf("%d x %d\n", n, n);
    size_t wrong = count_wrong("c", got, expected, elements, 0, 0);

    float *const device[] = {a_device, b_device, c_device};
    for (float *array : device)
        CHECK(cudaFree(array));
    float *const host[] = {a, b, got, expected};
    for (float *array : host)
        free(array);
    return program_verdict("matmulrows", wrong);
}
