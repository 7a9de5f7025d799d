/* SPDX-License-Identifier: BSD-3-Clause */
/* A part of the program in containers.cu: plain C with CUDA's header. */
#include "parts.h"

int counted_in_c(void)
{
    int count = -1;
    dim3 one = {1, 1, 1};
    return cudaGetDeviceCount(&count) == cudaSuccess && one.x == 1 ? count : -1;
}
