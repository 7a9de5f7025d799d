/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of the program in containers.cu: a second file with kernels. */
#include "parts.h"

__constant__ int factor;
static __device__ int result;

__global__ void multiply(int x)
{
    result = factor * x;
}

int tripled_on_device(int x)
{
    int three = 3, product = 0;
    cudaMemcpyToSymbol(factor, &three, sizeof three);
    multiply<<<1, 1>>>(x);
    cudaMemcpyFromSymbol(&product, result, sizeof product);
    return product;
}
