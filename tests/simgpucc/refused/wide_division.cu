/* SPDX-License-Identifier: BSD-3-Clause */
/* Quotients and remainders of 128-bit integers on the device, against those of the host. */
#include <cstdio>

typedef unsigned __int128 wide;

struct answers {
    wide quotient, rest;
    __int128 signed_quotient, signed_rest;
};

__host__ __device__ answers divide(wide x, wide by)
{
    return {x / by, x % by, (__int128)x / (__int128)by, (__int128)x % (__int128)by};
}

__global__ void divide_all(answers *all, const wide *numbers)
{
    all[blockIdx.x * blockDim.x + threadIdx.x] = divide(numbers[blockIdx.x], numbers[threadIdx.x]);
}

int main()
{
    const int n = 128;
    wide *numbers, seed = 1;
    answers *all;
    cudaMallocManaged(&numbers, n * sizeof *numbers);
    cudaMallocManaged(&all, n * n * sizeof *all);
    for (int i = 0; i < n; i++) {
        seed = seed * 0x9e3779b97f4a7c15 + 0xd1b54a32d192ed03;
        numbers[i] = (seed ^ seed << 61) >> i | 1;
    }
    numbers[0] = ~(wide)0; /* -1 */
    numbers[1] = (wide)1 << 127;
    divide_all<<<n, n>>>(all, numbers);
    cudaDeviceSynchronize();
    int wrong = 0;
    for (int i = 0; i < n * n; i++) {
        if (i == n) /* the least number by -1 has no quotient */
            continue;
        const answers right = divide(numbers[i / n], numbers[i % n]);
        wrong += right.quotient != all[i].quotient || right.rest != all[i].rest ||
                 right.signed_quotient != all[i].signed_quotient || right.signed_rest != all[i].signed_rest;
    }
    printf("divisions wrong %d\n", wrong);
    return wrong;
}
