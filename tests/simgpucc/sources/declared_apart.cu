/* SPDX-License-Identifier: BSD-3-Clause */
/* Functions that are declared for host and device and defined for the host, and the other way round: nvcc takes
 * each for one of both. And a name that clang knows by itself, and an array of variable size that begins with zeros. */
#include <cstdio>

struct pair {
    int value;
    __host__ __device__ int sum() const;
    static int twice(int x);
};
__host__ __device__ int plus_one(int x);
int product(int x, int y);
float *same(float *p);

int pair::sum() const
{
    return value + plus_one(value);
}
int plus_one(int x)
{
    return x + 1;
}
__host__ __device__ int product(int x, int y)
{
    return x * y;
}
__device__ __host__ float *same(float *p)
{
    return p;
}
__device__ __host__ int pair::twice(int x)
{
    return 2 * x;
}

static inline unsigned long long __rdtsc()
{
    return 7;
}

__global__ void k(int *answer, float *one)
{
    pair p = {3};
    *answer = p.sum() + product(2, 5) + pair::twice(4);
    *same(one) = 1;
}

int main(int n, char **)
{
    double zeros[n + 1][2] = {0};
    int *answer;
    float *one;
    cudaMallocManaged(&answer, sizeof *answer);
    cudaMallocManaged(&one, sizeof *one);
    k<<<1, 1>>>(answer, one);
    cudaDeviceSynchronize();
    pair p = {3};
    *one += (float)zeros[n][1];
    printf("device %d %g, host %d %g, %d\n", *answer, *one, p.sum() + product(2, 5) + pair::twice(4), *same(one),
           (int)__rdtsc());
}
