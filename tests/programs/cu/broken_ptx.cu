/* SPDX-License-Identifier: BSD-3-Clause */
/* Its PTX lacks a comma: clang passes on what stands in asm as it is. */
#include "cases.h"

__global__ void broken(int *word)
{
    asm volatile("add.u32 %0, 1 2;" : "=r"(*word));
}

int main()
{
    int *word = device_array<int>(1);
    printf("before\n");
    broken<<<1, 1>>>(word);
    printf("behind: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
