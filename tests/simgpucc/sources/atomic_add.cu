/* SPDX-License-Identifier: BSD-3-Clause */
/* The built-in sum of doubles, which is a template here, with numbers that are converted. */
#include <cstdio>

__global__ void sum(double *result) { atomicAdd(result, 1), atomicAdd(&result[1], 0.5f); }

int main()
{
    double *p, h[2];
    cudaMalloc(&p, sizeof h);
    cudaMemset(p, 0, sizeof h);
    sum<<<2, 32>>>(p);
    cudaMemcpy(h, p, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[1]);
    return 0;
}
