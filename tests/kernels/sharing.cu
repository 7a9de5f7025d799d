/* SPDX-License-Identifier: BSD-3-Clause */
/* Products of matrices, each thread one element, from device memory alone: blocks of one row and of
 * one column of the grid read the same lines. n is the matrices' width, a multiple of the block's
 * edges.
 * Source: what mm, syrk and syr2k compute is BLAS's gemm, syrk and syr2k (C = A B, C = A A' + C,
 *   C = A B' + B A' + C); PAVER measures with PolyBench/GPU's.
 */

static __device__ int row(void)
{
    return blockIdx.y * blockDim.y + threadIdx.y;
}

static __device__ int column(void)
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

extern "C" __global__ void mm(const float *a, const float *b, float *c, int n)
{
    int i = row(), j = column();
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[i * n + k] * b[k * n + j];
    c[i * n + j] = sum;
}

extern "C" __global__ void syrk(const float *a, const float *unused, float *c, int n)
{
    int i = row(), j = column();
    for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * a[j * n + k];
}

extern "C" __global__ void syr2k(const float *a, const float *b, float *c, int n)
{
    int i = row(), j = column();
    for (int k = 0; k < n; k++)
        c[i * n + j] += a[i * n + k] * b[j * n + k] + b[i * n + k] * a[j * n + k];
}

/* One step of a five-point stencil on a field of n x n; borders stay. */
extern "C" __global__ void five_points(const float *a, const float *unused, float *c, int n)
{
    int i = row(), j = column();
    if (i == 0 || j == 0 || i >= n - 1 || j >= n - 1)
        return;
    int at = i * n + j;
    c[at] = (a[at] + a[at - 1] + a[at + 1] + a[at - n] + a[at + n]) / 5;
}
