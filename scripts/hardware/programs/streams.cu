/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that go through arrays from front to back: copy, triad, sum, softmax of rows, prefix sum.
 * Values are small whole numbers, so that sums are exact. */
#include "measure.h"

__global__ void copy_words(struct stamps *stamps, const float4 *from, float4 *to, size_t n)
{
    stamp_begin(stamps);
    for (size_t i = blockIdx.x * (size_t)BLOCK + threadIdx.x; i < n; i += (size_t)gridDim.x * BLOCK)
        to[i] = from[i];
    stamp_end(stamps);
}

__global__ void triad(struct stamps *stamps, const float *a, const float *b, float *c, float factor,
                      size_t n)
{
    stamp_begin(stamps);
    for (size_t i = blockIdx.x * (size_t)BLOCK + threadIdx.x; i < n; i += (size_t)gridDim.x * BLOCK)
        c[i] = a[i] + factor * b[i];
    stamp_end(stamps);
}

/* The sum of a block's `x`, in all of its threads. */
static __device__ __forceinline__ float sum_of_block(float x)
{
    __shared__ float parts[BLOCK / 32];
    for (int distance = 16; distance > 0; distance /= 2)
        x += __shfl_xor_sync(~0u, x, distance);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = x;
    __syncthreads();
    x = 0;
    for (int i = 0; i < BLOCK / 32; i++)
        x += parts[i];
    return x;
}

__global__ void sum_up(struct stamps *stamps, const float *from, float *total, size_t n)
{
    stamp_begin(stamps);
    float sum = 0;
    for (size_t i = blockIdx.x * (size_t)BLOCK + threadIdx.x; i < n; i += (size_t)gridDim.x * BLOCK)
        sum += from[i];
    sum = sum_of_block(sum);
    if (threadIdx.x == 0)
        atomicAdd(total, sum);
    stamp_end(stamps);
}

/* A block a row; no row has scores that need a maximum. */
__global__ void softmax(struct stamps *stamps, const float *from, float *to, int columns)
{
    stamp_begin(stamps);
    float sum = 0;
    from += (size_t)blockIdx.x * columns;
    to += (size_t)blockIdx.x * columns;
    for (int i = threadIdx.x; i < columns; i += BLOCK)
        sum += __expf(from[i]);
    sum = 1 / sum_of_block(sum);
    for (int i = threadIdx.x; i < columns; i += BLOCK)
        to[i] = __expf(from[i]) * sum;
    stamp_end(stamps);
}

/* Prefix sums of each block's 1,024 values, by its threads' sums (Hillis and Steele). */
__global__ void scan(struct stamps *stamps, const int4 *from, int4 *to)
{
    __shared__ int sums[2][BLOCK];
    stamp_begin(stamps);
    int4 v = from[blockIdx.x * BLOCK + threadIdx.x];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    sums[0][threadIdx.x] = v.w;
    int now = 0;
    for (int distance = 1; distance < BLOCK; distance *= 2, now = 1 - now) {
        __syncthreads();
        int sum = sums[now][threadIdx.x];
        if ((int)threadIdx.x >= distance)
            sum += sums[now][threadIdx.x - distance];
        sums[1 - now][threadIdx.x] = sum;
    }
    int before = sums[now][threadIdx.x] - v.w;
    to[blockIdx.x * BLOCK + threadIdx.x] =
        make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
    stamp_end(stamps);
}

/* i % 5, as T. */
template <class T> static T *fives(size_t n)
{
    T *host = host_array<T>(n);
    for (size_t i = 0; i < n; i++)
        host[i] = (T)(i % 5);
    T *device = device_copy(host, n);
    free(host);
    return device;
}

/* How many of n values are not what expected(i) says. */
template <class T, class Expected>
static size_t count_unexpected(const T *device, size_t n, Expected expected)
{
    T *got = host_array<T>(n);
    size_t wrong = 0;
    copy_back(got, device, n);
    for (size_t i = 0; i < n; i++)
        wrong += fabs((double)got[i] - (double)expected(i)) > 1e-5;
    free(got);
    return wrong;
}

static void bench_streams(struct bench *bench)
{
    size_t n = bench->full ? 1 << 21 : 1 << 14;
    int blocks = bench->full ? 864 : 16;
    float *a = fives<float>(n), *b = fives<float>(n), *c = device_array<float>(n);
    if (bench_wants(bench, "copy"))
        bench_kernel(
            bench, "copy",
            [&](struct stamps *s) {
                copy_words<<<blocks, BLOCK>>>(s, (float4 *)a, (float4 *)c, n / 4);
            },
            [&] { return count_unexpected(c, n, [](size_t i) { return i % 5; }); });
    if (bench_wants(bench, "triad"))
        bench_kernel(
            bench, "triad", [&](struct stamps *s) { triad<<<blocks, BLOCK>>>(s, a, b, c, 2, n); },
            [&] { return count_unexpected(c, n, [](size_t i) { return i % 5 * 3; }); });
    if (bench_wants(bench, "sum"))
        bench_kernel(
            bench, "sum",
            [&](struct stamps *s) {
                CHECK(cudaMemset(c, 0, sizeof *c));
                sum_up<<<blocks, BLOCK>>>(s, a, c, n);
            },
            [&] {
                return count_unexpected(
                    c, 1, [&](size_t) { return n / 5 * 10 + n % 5 * (n % 5 - 1) / 2; });
            });
    if (bench_wants(bench, "softmax"))
        bench_kernel(
            bench, "softmax",
            [&](struct stamps *s) { softmax<<<(int)(n / 2048), BLOCK>>>(s, a, c, 2048); },
            [&] {
                double one = 1 + exp(1) + exp(2) + exp(3) + exp(4);
                return count_unexpected(
                    c, n, [&](size_t i) { return exp((double)(i % 5)) / (one * 409.6); });
            });
    if (bench_wants(bench, "scan_blocks")) {
        int *from = fives<int>(n), *to = device_array<int>(n);
        bench_kernel(
            bench, "scan_blocks",
            [&](struct stamps *s) {
                scan<<<(int)(n / 1024), BLOCK>>>(s, (int4 *)from, (int4 *)to);
            },
            [&] {
                size_t sum = 0;
                return count_unexpected(
                    to, n, [&](size_t i) { return sum = (i % 1024 == 0 ? 0 : sum) + i % 5; });
            });
    }
}

int main(int argc, char **argv)
{
    struct bench bench = bench_of(argc, argv);
    bench_streams(&bench);
    return program_verdict("streams", bench.wrong);
}
