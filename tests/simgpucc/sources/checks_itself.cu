/* SPDX-License-Identifier: BSD-3-Clause */
/* A program without the C++ library, so that a C compiler can link it. */
#include <cstdio>
#include <cuda.h>
static __global__ void add(int *p) { atomicAdd(p, (int)threadIdx.x); }
int main()
{
    int *p, sum = -1, count = 0;
    cudaMalloc(&p, sizeof *p);
    cudaMemset(p, 0, sizeof *p);
    add<<<2, 64>>>(p);
    cudaMemcpy(&sum, p, sizeof sum, cudaMemcpyDeviceToHost);
    cuDeviceGetCount(&count);
    printf("%s on %d device\n", sum == 2 * 63 * 32 ? "right" : "wrong", count);
    return 0;
}
