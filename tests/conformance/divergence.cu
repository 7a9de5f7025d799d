/* SPDX-License-Identifier: BSD-3-Clause */
/* The functions of divergence.h as kernels; see test_divergence.c. */
#define DEVICE static __device__
#include "tests/conformance/divergence.h"

#define KERNEL(name)                                                                               \
    extern "C" __global__ void name##_kernel(const unsigned *words, unsigned *out)                 \
    {                                                                                              \
        out[threadIdx.x] = name(words[threadIdx.x]);                                               \
    }
DIVERGENT(KERNEL)

/* A third of the threads is gone before the barrier; the others read what their successor among
 * those that stayed wrote. */
extern "C" __global__ void exit_before_barrier_kernel(const unsigned *words, unsigned *out)
{
    __shared__ unsigned box[256];
    unsigned i = threadIdx.x, word = words[i];

    if (word % 3 == 0) {
        out[i] = 1;
        return;
    }
    box[i] = mixed(word);
    __syncthreads();
    unsigned next = (i + 1) % blockDim.x;
    while (words[next] % 3 == 0)
        next = (next + 1) % blockDim.x;
    out[i] = box[next];
}

/* Rounds of different work between barriers that all threads meet; some leave for good. */
extern "C" __global__ void barriers_in_loop_kernel(const unsigned *words, unsigned *out)
{
    __shared__ unsigned box[2][256];
    unsigned i = threadIdx.x, sum = words[i];

    for (unsigned round = 0; round < 6; round++) {
#pragma clang loop unroll(disable)
        for (unsigned k = 0; k < (sum & 7); k++)
            sum = mixed(sum + k);
        box[round & 1][i] = sum;
        __syncthreads();
        sum += box[round & 1][(i + 37) % blockDim.x];
        if (round == 3 && sum & 1)
            sum = mixed(sum);
    }
    out[i] = sum;
}
