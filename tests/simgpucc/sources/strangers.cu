/* SPDX-License-Identifier: BSD-3-Clause */
/* What programs of strangers have: an atomicAdd of their own, as GPUs before 6.0 need it, __device__
 * beside __shared__, ceil_div, functions without the value that they promise, a macro of the name real, and the driver's rarer
 * errors. */
#define real double /* as solvers do */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
#include <cuda.h>
#include <cuda/cmath>

__device__ int calls;

__device__ double atomicAdd(double *address, double value)
{
    auto *bits = (unsigned long long *)address;
    unsigned long long old = *bits, assumed;
    atomicAdd(&calls, 1);
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

/* Each promises a value and gives none; the caller does not ask for it. */
int counted(int error)
{
    if (error)
        printf("error %d\n", error);
}
__device__ __noinline__ int added(double *result, double value)
{
    if (value > 0)
        atomicAdd(result, value);
}

__global__ void sum(double *result)
{
    __device__ __shared__ double one[1];
    __shared__ __device__ double other;
    one[0] = other = 1.5;
    __syncthreads();
    atomicAdd(result, one[0]);
    added(result, other);
    atomicAdd(result, 1); /* converted */
}

int main()
{
    double *p, h;
    int n = 0;
    const char *name = "";
    counted(cudaMalloc(&p, sizeof *p));
    cudaMemset(p, 0, sizeof *p);
    sum<<<cuda::ceil_div(33, 32u), cuda::round_up(30, 32)>>>(p);
    cudaMemcpy(&h, p, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&n, calls, sizeof n);
    cuGetErrorName(CUDA_ERROR_ECC_UNCORRECTABLE, &name);
    printf("%g in %d calls, %s, %d %d\n", h, n, name, cuda::round_down(33, 32), cuda::ilog2(1023));
    return 0;
}
