/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels with many races, whose accesses are so many that several threads check them. What is found
 * must not depend on how many threads there are: pairs of lines, counts, and who was first. */
#include <cstdio>

#define BLOCKS  40
#define THREADS 128
#define N       (1 << 16) /* ints */
#define I       ((int)(blockIdx.x * blockDim.x + threadIdx.x))

/* Blocks write to each other's words, with all sizes. */
__global__ void widths(int *p)
{
    char *bytes = (char *)p;
    short *halves = (short *)p;
    int4 *quads = (int4 *)p;
    for (int k = 0; k < 6; k++) {
        p[(I * 7 + k * 1031) % N] = I;
        bytes[(I * 13 + k * 97) % (4 * N)] = (char)k;
        halves[(I * 5 + k * 11) % (2 * N)] = (short)I;
        quads[(I * 3 + k * 17) % (N / 4)] = make_int4(k, k, k, k);
        p[(I + k * 64) % N] += 1;
    }
}

/* Columns: each lane has a page of its own. */
__global__ void columns(int *p)
{
    for (int k = 0; k < 8; k++)
        p[(threadIdx.x * 1024 + blockIdx.x + k) % N] = k;
}

/* No barrier stands between writes and reads of shared memory, of words and then of bytes. */
__global__ void in_blocks(int *p)
{
    __shared__ int s[THREADS];
    unsigned char *bytes = (unsigned char *)s;
    for (int k = 0; k < 8; k++) {
        s[(threadIdx.x + k) % THREADS] = k;
        if (k % 3 == 0)
            __syncthreads();
        p[I % N] = s[(threadIdx.x * 3) % THREADS] + bytes[(threadIdx.x * 5 + k) % THREADS];
    }
}

/* Atomics are fine, plain reads beside them are not; nor are lanes that write to one place. */
__global__ void counts(int *p)
{
    for (int k = 0; k < 8; k++) {
        atomicAdd(&p[(I * 31 + k) % 8192], 1);
        if (p[(I + k) % 8192] > 100000)
            p[8200] = 1;
        p[8300] = 7; /* the same value */
        p[8301 + k] = I;
    }
}

/* Warps that have met alone, from the middle of the launch on. */
__global__ void some_lanes(int *p)
{
    __shared__ int s[THREADS];
    for (int k = 0; k < 4; k++) {
        s[threadIdx.x] = p[(I * 3) % N];
        if (blockIdx.x > BLOCKS / 2 && threadIdx.x % 32 < 16)
            __syncwarp(0xffff);
        p[(I * 3 + k) % N] = s[threadIdx.x ^ 1];
    }
    if (blockIdx.x == BLOCKS - 1 && threadIdx.x >= THREADS / 2)
        return;
    __syncthreads();
    p[I % N] = s[0];
}

__global__ void with_fences(int *p)
{
    p[I % N] = I;
    __threadfence();
    atomicAdd(&p[N - 1], 1);
}

int main()
{
    int *p, *sums;
    static int result[N];
    cudaStream_t one, two;
    cudaMalloc(&p, N * sizeof(int));
    cudaMalloc(&sums, N * sizeof(int));
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    widths<<<96, 256>>>(p); /* more than a batch */
    columns<<<BLOCKS, THREADS>>>(p);
    in_blocks<<<BLOCKS, THREADS>>>(p);
    counts<<<BLOCKS, THREADS>>>(p);
    some_lanes<<<BLOCKS, THREADS>>>(p);
    with_fences<<<BLOCKS, THREADS>>>(p);
    counts<<<BLOCKS, THREADS>>>(p);
    cudaDeviceSynchronize();
    in_blocks<<<BLOCKS, THREADS, 0, one>>>(p); /* the two are in no order */
    columns<<<BLOCKS, THREADS, 0, two>>>(p);
    cudaDeviceSynchronize();
    counts<<<4, 33>>>(sums); /* nobody has written what it counts */
    cudaMemcpy(result, sums, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
