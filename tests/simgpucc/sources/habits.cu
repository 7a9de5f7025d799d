/* SPDX-License-Identifier: BSD-3-Clause */
/* What old programs do in C++03: a shuffle, a shape of a launch, the string functions that cuRAND's
 * header brings. clang alone warns of the variable without a value. */
#include <stdio.h>
#include <curand_kernel.h>

template <class T> __global__ void neighbours(T *sums, int rounds)
{
    int unset;
    T value = __shfl_xor_sync(0xffffffff, (T)threadIdx.x, 1);
    for (int i = 0; i < rounds; i++)
        unset += i;
    if (rounds)
        value = unset;
    sums[threadIdx.x] = value + threadIdx.x;
}

int main()
{
    double *sums, host[32];
    dim3 grid(1), block(32);
    cudaMalloc((void **)&sums, sizeof host);
    neighbours<double><<<grid, block>>>(sums, 0);
    cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
    double most = 0;
    for (int i = 0; i < 32; i++)
        most = host[i] < most ? most : host[i];
    printf("%g of %d\n", most - 28, strncmp("two", "twice", 2) == 0 ? 2 : 0);
    return 0;
}
