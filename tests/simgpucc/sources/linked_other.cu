/* SPDX-License-Identifier: BSD-3-Clause */
#include "linked.h"

__device__ int offset = -1;
__constant__ int factors[2] = {3, -1};

static __device__ int own = 7;
static __device__ __noinline__ int local(int x)
{
    return 10 * x + own;
}

__device__ int scaled(int x, int by)
{
    return reverse(x) * by;
}

__device__ int square::sides() const
{
    return 4;
}

static __global__ void use(int *out)
{
    out[threadIdx.x] = doubled(local(threadIdx.x)) + factors[0];
}

void other_set(int value)
{
    const int seven = 70;
    CHECK(cudaMemcpyToSymbol(offset, &value, sizeof value));
    CHECK(cudaMemcpyToSymbol(own, &seven, sizeof seven));
}

int other_run(int *words)
{
    int host[N], wrong = 0;
    use<<<1, N>>>(words);
    CHECK(cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        wrong += host[i] != 2 * (10 * i + 70) + 3;
    return wrong;
}
