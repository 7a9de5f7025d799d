/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions, variables and constants that a kernel uses and another source defines. */
#include "linked.h"

/* Both sources have these two, each its own. */
static __device__ int own = 1;
static __device__ __noinline__ int local(int x)
{
    return x + own;
}

/* Of this source alone, and the host knows them. */
static __constant__ int weights[2];
static __device__ int answers[2];
__global__ void answer()
{
    answers[threadIdx.x] = 10 * weights[1 - threadIdx.x];
}

__device__ int reverse(int x)
{
    return N - 1 - x;
}

__global__ void use(int *out)
{
    const square four;
    const shape &any = four;
    const int i = threadIdx.x;
    scratch[i] = scaled(local(i), factors[1]) + offset;
    __syncthreads();
    out[i] = doubled(scratch[i ^ 1]) + any.sides();
}

int main()
{
    int host[N], *words, wrong = 0;
    CHECK(cudaMalloc(&words, sizeof host));
    const int factor = 5;
    CHECK(cudaMemcpyToSymbol(factors, &factor, sizeof factor, sizeof factor));
    other_set(1000);
    use<<<1, N, N * sizeof(int)>>>(words);
    CHECK(cudaMemcpy(host, words, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++) {
        const int x = (i ^ 1) + 1; /* local() of this source */
        wrong += host[i] != 2 * ((N - 1 - x) * 5 + 1000) + 4;
    }
    const int weight[2] = {3, 4};
    int answered[2];
    CHECK(cudaMemcpyToSymbol(weights, weight, sizeof weight));
    answer<<<1, 2>>>();
    CHECK(cudaMemcpyFromSymbol(answered, answers, sizeof answered));
    wrong += (answered[0] != 40) + (answered[1] != 30);
    const int other = other_run(words);
    printf("linked: wrong %d, other %d\n", wrong, other);
    return wrong + other != 0;
}
