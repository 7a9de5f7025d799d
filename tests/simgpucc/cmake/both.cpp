/* SPDX-License-Identifier: BSD-3-Clause */
/* A C++ file that the host's compiler compiles. */
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime_api.h>

int main()
{
    int devices = 0, version = 0;
    const bool good = cuInit(0) == CUDA_SUCCESS && cuDeviceGetCount(&devices) == CUDA_SUCCESS &&
                      cudaRuntimeGetVersion(&version) == cudaSuccess;
    printf("both: %d device\n", devices);
    return !good || devices != 1 || version == 0;
}
