/* SPDX-License-Identifier: BSD-3-Clause */
/* alloca in kernels, and in functions that call themselves: other sizes in each lane. */
#include <cstdio>

enum { THREADS = 64 };

__device__ __noinline__ int sum(const int *numbers, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += numbers[i];
    return total;
}

/* n * n + (n - 1) * (n - 1) + ... */
__device__ __noinline__ int squares(int n)
{
    if (n == 0)
        return 0;
    int *numbers = (int *)__builtin_alloca(n * sizeof *numbers);
    for (int i = 0; i < n; i++)
        numbers[i] = n;
    const int below = squares(n - 1);
    return below + sum(numbers, n);
}

__global__ void use(int *out)
{
    const int n = threadIdx.x % 13 + 1;
    int *numbers = (int *)__builtin_alloca(n * sizeof *numbers);
    for (int i = 0; i < n; i++)
        numbers[i] = i;
    const int below = squares(threadIdx.x % 5);
    out[threadIdx.x] = sum(numbers, n) + below;
}

int main()
{
    int *out, wrong = 0;
    cudaMallocManaged(&out, THREADS * sizeof *out);
    use<<<1, THREADS>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int t = 0; t < THREADS; t++) {
        int expected = (t % 13) * (t % 13 + 1) / 2;
        for (int i = 1; i <= t % 5; i++)
            expected += i * i;
        wrong += out[t] != expected;
    }
    printf("alloca: %d wrong\n", wrong);
    return wrong;
}
