/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of a decoder layer between its products. Sums are floats, what products read is halves.
 *
 * Source: H. Touvron and others, "LLaMA: Open and Efficient Foundation Language Models",
 *   arXiv:2302.13971, section 2.2; the rotation pairs of J. Su and others, "RoFormer",
 *   arXiv:2104.09864, with the first half of a head beside the second one.
 */
#ifndef SIMGPU_TENSOR_LLAMA_KERNELS_H
#define SIMGPU_TENSOR_LLAMA_KERNELS_H

#define ATTENTION_HEAD 128
#include "../attention/attention_kernel.h"
#include "../gemm/gemm_kernel.h"
#include <stdint.h>

enum { ROW_THREADS = 512, DECODE_THREADS = 256, MOST_KEYS = 4096 };

static __host__ __device__ __forceinline__ uint32_t spread(uint32_t x)
{
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

/* Element i of array `seed`: from -scale to scale, the same on host and device. */
static __host__ __device__ __forceinline__ float element(uint32_t seed, size_t i, float scale)
{
    uint32_t bits = spread((uint32_t)i * 2654435761u ^ spread(seed));
    return ((float)(bits >> 8) * 0x1p-23f - 1) * scale;
}

/* Two elements a thread. */
__global__ void fill(__half2 *to, uint32_t seed, float scale, size_t pairs)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < pairs;
         i += (size_t)gridDim.x * blockDim.x)
        to[i] = __floats2half2_rn(element(seed, 2 * i, scale), element(seed, 2 * i + 1, scale));
}

/* The sum over the block; all threads have it. */
static __device__ __forceinline__ float sum_of_block(float x)
{
    __shared__ float sums[ROW_THREADS / 32];
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_xor_sync(~0u, x, step);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = x;
    __syncthreads();
    x = 0;
    for (int i = 0; i < ROW_THREADS / 32; i++)
        x += sums[i];
    __syncthreads();
    return x;
}

/* x += the parts of a product, if there are any; to = x / sqrt(mean x^2 + 1e-5) * weight. A block
 * has a row of `columns`. to may be NULL. */
__global__ void __launch_bounds__(ROW_THREADS)
    rms_norm(float *x, const float *product, int parts, size_t part_size,
             const __half *__restrict__ weight, __half *to, int columns)
{
    float squares = 0;
    const size_t row = (size_t)blockIdx.x * columns;
    for (int i = threadIdx.x; i < columns; i += ROW_THREADS) {
        float value = x[row + i];
#pragma unroll 4
        for (int part = 0; part < parts; part++)
            value += product[part * part_size + row + i];
        x[row + i] = value;
        squares += value * value;
    }
    if (!to)
        return;
    const float by = rsqrtf(sum_of_block(squares) / columns + 1e-5f);
    for (int i = threadIdx.x; i < columns; i += ROW_THREADS)
        to[row + i] = __float2half(x[row + i] * by * __half2float(weight[i]));
}

/* The product's rows of Q, K and V become halves, Q and K turned by their position. Row r is of
 * sequence r / new_rows, and goes to row `first` + r % new_rows of its `rows`. Blocks along y share
 * a row. */
__global__ void __launch_bounds__(ROW_THREADS)
    rotate(const float *__restrict__ product, int parts, size_t part_size, __half *__restrict__ qkv,
           int hidden, int first, int new_rows, int rows)
{
    const int position = first + blockIdx.x % new_rows;
    const float *from = product + (size_t)blockIdx.x * 3 * hidden;
    __half *to = qkv + ((size_t)(blockIdx.x / new_rows) * rows + position) * 3 * hidden;
    for (int i = blockIdx.y * ROW_THREADS + threadIdx.x; i < 3 * hidden / 2;
         i += gridDim.y * ROW_THREADS) {
        const int column = i / (HEAD / 2) * HEAD + i % (HEAD / 2);
        float x = 0, y = 0, sine = 0, cosine = 1;
#pragma unroll 4
        for (int part = 0; part < parts; part++) {
            x += from[part * part_size + column];
            y += from[part * part_size + column + HEAD / 2];
        }
        if (column < 2 * hidden) /* 10000^(-2i / HEAD), as a power of two */
            __sincosf(position * exp2f(-13.28771238f * 2 / HEAD * (i % (HEAD / 2))), &sine,
                      &cosine);
        to[column] = __float2half(x * cosine - y * sine);
        to[column + HEAD / 2] = __float2half(y * cosine + x * sine);
    }
}

/* to = gate / (1 + e^-gate) * up; a row of the product has all gates, then all ups. Blocks along
 * y share a row. */
__global__ void __launch_bounds__(ROW_THREADS)
    swiglu(const float *__restrict__ product, int parts, size_t part_size, __half *__restrict__ to,
           int columns)
{
    const float *from = product + (size_t)blockIdx.x * 2 * columns;
    for (int i = blockIdx.y * ROW_THREADS + threadIdx.x; i < columns;
         i += gridDim.y * ROW_THREADS) {
        float gate = 0, up = 0;
#pragma unroll 4
        for (int part = 0; part < parts; part++) {
            gate += from[part * part_size + i];
            up += from[part * part_size + columns + i];
        }
        to[(size_t)blockIdx.x * columns + i] = __float2half(gate / (1 + __expf(-gate)) * up);
    }
}

/* A product of which block z has part z of k. The parts of C lie one after the other. */
template <class T>
__global__ void __launch_bounds__(T::threads)
    product_part(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c,
                 int m, int n, int k)
{
    extern __shared__ __align__(128) unsigned char product_stages[];
    const unsigned first = shared_place(product_stages);
    const int top = blockIdx.y * T::rows, left = blockIdx.x * T::columns;
    const int row = threadIdx.x / 32 / T::warps_across * T::warp_rows;
    const int column = threadIdx.x / 32 % T::warps_across * T::warp_columns;
    const int share = k / gridDim.z;
    a += (size_t)top * k + blockIdx.z * share;
    b += (size_t)blockIdx.z * share * n + left;
    c += (size_t)blockIdx.z * m * n;
    gemm_warp<T> warp = {
        {}, {}, gemm_places<T>(first, row, column), gemm_copies<T>(first, a, b, n, k)};
    warp.go(share / T::depth);
    gemm_store<T>(c + (size_t)(top + row) * n + left + column, n, warp.sums);
}

/* Causal attention of `rows` rows; block (x, head, sequence). */
__global__ void __launch_bounds__(ATTENTION_THREADS)
    attend(const __half *__restrict__ qkv, __half *__restrict__ o, int rows, int hidden)
{
    const __half *q = qkv + (size_t)blockIdx.z * rows * 3 * hidden + blockIdx.y * HEAD;
    attention_block<true>(q, q + hidden, q + 2 * hidden,
                          o + (size_t)blockIdx.z * rows * hidden + blockIdx.y * HEAD, rows,
                          3 * hidden, hidden);
}

enum { DECODE_WARPS = DECODE_THREADS / 32, KEYS_AHEAD = 8 };

/* A warp has every DECODE_WARPS-th key, a lane four columns. Scores go to `weights`; returns the
 * largest of the warp. */
static __device__ __forceinline__ float score_keys(float *weights, const __half *first, int rows,
                                                   int hidden)
{
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const uint2 q = ((const uint2 *)(first + (size_t)(rows - 1) * 3 * hidden))[lane];
    const float2 q0 = __half22float2(*(const __half2 *)&q.x),
                 q1 = __half22float2(*(const __half2 *)&q.y);
    float high = -INFINITY;
    for (int start = warp; start < rows; start += DECODE_WARPS * KEYS_AHEAD) {
        uint2 k[KEYS_AHEAD];
#pragma unroll
        for (int i = 0; i < KEYS_AHEAD; i++) {
            const int key = min(start + i * DECODE_WARPS, rows - 1);
            k[i] = ((const uint2 *)(first + (size_t)key * 3 * hidden + hidden))[lane];
        }
#pragma unroll
        for (int i = 0; i < KEYS_AHEAD; i++) {
            const float2 k0 = __half22float2(*(const __half2 *)&k[i].x),
                         k1 = __half22float2(*(const __half2 *)&k[i].y);
            float score = q0.x * k0.x + q0.y * k0.y + q1.x * k1.x + q1.y * k1.y;
            for (int step = 16; step > 0; step /= 2)
                score += __shfl_xor_sync(~0u, score, step);
            score *= 0.0883883476f;
            high = fmaxf(high, score);
            if (lane == 0 && start + i * DECODE_WARPS < rows)
                weights[start + i * DECODE_WARPS] = score;
        }
    }
    return high;
}

/* The last row's attention alone; block (head, sequence). A warp has every DECODE_WARPS-th key, a
 * lane four columns. */
__global__ void __launch_bounds__(DECODE_THREADS)
    attend_last(const __half *__restrict__ qkv, __half *__restrict__ o, int rows, int hidden)
{
    __shared__ float weights[MOST_KEYS], largest[DECODE_WARPS], sums[DECODE_WARPS],
        results[DECODE_WARPS][HEAD];
    const __half *first = qkv + (size_t)blockIdx.y * rows * 3 * hidden + blockIdx.x * HEAD;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float high = score_keys(weights, first, rows, hidden), sum = 0, result[4] = {};
    if (lane == 0)
        largest[warp] = high;
    __syncthreads();
    for (int i = 0; i < DECODE_WARPS; i++)
        high = fmaxf(high, largest[i]);
    for (int key = threadIdx.x; key < rows; key += DECODE_THREADS)
        sum += weights[key] = __expf(weights[key] - high);
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_xor_sync(~0u, sum, step);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    for (int start = warp; start < rows; start += DECODE_WARPS * KEYS_AHEAD) {
        uint2 v[KEYS_AHEAD];
#pragma unroll
        for (int i = 0; i < KEYS_AHEAD; i++) {
            const int key = min(start + i * DECODE_WARPS, rows - 1);
            v[i] = ((const uint2 *)(first + (size_t)key * 3 * hidden + 2 * hidden))[lane];
        }
#pragma unroll
        for (int i = 0; i < KEYS_AHEAD; i++) {
            const int key = start + i * DECODE_WARPS;
            const float weight = key < rows ? weights[key] : 0;
            const float2 v0 = __half22float2(*(const __half2 *)&v[i].x),
                         v1 = __half22float2(*(const __half2 *)&v[i].y);
            result[0] += weight * v0.x;
            result[1] += weight * v0.y;
            result[2] += weight * v1.x;
            result[3] += weight * v1.y;
        }
    }
    for (int i = 0; i < 4; i++)
        results[warp][lane * 4 + i] = result[i];
    __syncthreads();
    if (threadIdx.x >= HEAD)
        return;
    float all = 0;
    sum = 0;
    for (int i = 0; i < DECODE_WARPS; i++) {
        all += results[i][threadIdx.x];
        sum += sums[i];
    }
    o[(size_t)blockIdx.y * hidden + blockIdx.x * HEAD + threadIdx.x] = __float2half(all / sum);
}

#endif
