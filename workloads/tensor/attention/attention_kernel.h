/* SPDX-License-Identifier: BSD-3-Clause */
/* O = softmax(Q K^T / sqrt(HEAD)) V of one head of 64 columns, or of ATTENTION_HEAD: Q, K, V and O
 * have rows of so many halves, `pitch` apart.
 *
 * A block has 64 rows of Q, a warp 16 of them, in registers. The block goes along the keys, 64 at a
 * time. cp.async brings the next keys and values while tensor cores work on the present ones. Each
 * row keeps the largest score that it has seen, the sum of its weights, and its unfinished result.
 * When a larger score comes, sum and result shrink by its factor. So no score is ever in memory.
 *
 * The scores come out of one product as the other one takes its left operand: in registers, two
 * neighbours of a row in a lane. They only become halves.
 *
 * Shared memory is swizzled as in the gemm: a chunk's place in its row of 128 bytes is its number
 * XOR the row's.
 *
 * Source: T. Dao, FlashAttention-2, arXiv:2307.08691, algorithm 1; M. Milakov, N. Gimelshein,
 *   Online normalizer calculation for softmax, arXiv:1805.02867.
 */
#ifndef SIMGPU_TENSOR_ATTENTION_KERNEL_H
#define SIMGPU_TENSOR_ATTENTION_KERNEL_H

#include "../common/warp_matrix.h"

#ifndef ATTENTION_HEAD
#define ATTENTION_HEAD 64
#endif

enum {
    HEAD = ATTENTION_HEAD, /* columns: 64 or 128 */
    QUERIES = 64,          /* rows of a block */
    KEYS = 64,             /* rows of a step */
    ATTENTION_THREADS = 128,
    TILE_BYTES = 64 * HEAD * 2,
    ATTENTION_SHARED = 5 * TILE_BYTES /* Q, and two of K and V */
};

/* Chunk `chunk` of row `row`, in bytes. */
static __device__ __forceinline__ unsigned attention_place(int row, int chunk)
{
    return (unsigned)(row * (HEAD * 2) + ((chunk ^ (row & 7)) << 4));
}

/* 64 rows: four chunks of 64 columns a thread. */
static __device__ __forceinline__ void attention_fetch(unsigned to, const __half *from, int pitch)
{
    enum { ACROSS = HEAD / 8, ROWS = ATTENTION_THREADS / ACROSS };
    int row = threadIdx.x / ACROSS, chunk = threadIdx.x % ACROSS;
    const __half *chunks = from + (size_t)row * pitch + chunk * 8;
    unsigned place = to + attention_place(row, chunk);
    repeat<64 / ROWS>([&](auto i) TENSOR_INLINE {
        copy_16<i * ROWS * HEAD * 2>(place, chunks + (size_t)i * ROWS * pitch);
    });
}

/* The larger, or the sum, of what the four lanes of a row have. */
static __device__ __forceinline__ float largest_of_row(float x)
{
    x = fmaxf(x, __shfl_xor_sync(~0u, x, 1));
    return fmaxf(x, __shfl_xor_sync(~0u, x, 2));
}

static __device__ __forceinline__ float sum_of_row(float x)
{
    x += __shfl_xor_sync(~0u, x, 1);
    return x + __shfl_xor_sync(~0u, x, 2);
}

/* 2^x */
static __device__ __forceinline__ float power_of_2(float x)
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}

static __device__ __forceinline__ unsigned two_halves(float low, float high)
{
    unsigned both;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(high), "f"(low));
    return both;
}

/* 16 columns of all keys of a step: of each 16 keys eight, and their next columns; eight more,
 * likewise. */
static __device__ __forceinline__ void load_keys(unsigned (&to)[KEYS / 16][4], unsigned keys,
                                                 int part)
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int j = 0; j < KEYS / 16; j++)
        load_4(to[j],
               keys + attention_place(j * 16 + lane / 16 * 8 + lane % 8, part * 2 + lane / 8 % 2));
}

/* All columns of 16 values. */
static __device__ __forceinline__ void load_values(unsigned (&to)[HEAD / 16][4], unsigned values,
                                                   int part)
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int j = 0; j < HEAD / 16; j++)
        load_4_transposed(to[j],
                          values + attention_place(part * 16 + lane % 16, j * 2 + lane / 16));
}

/* What a warp keeps of its 16 rows; a lane has two of them, eight apart. */
struct attention_rows {
    unsigned q[HEAD / 16][4];
    float result[HEAD / 8][4];
    float largest[2], sum[2];

    /* scores = Q K^T for the keys of a step, 16 columns at a time. The next operands are on their
     * way while the present ones are multiplied. */
    __device__ __forceinline__ void multiply_keys(float (&scores)[KEYS / 8][4], unsigned keys) const
    {
        unsigned k[2][KEYS / 16][4];
        load_keys(k[0], keys, 0);
#pragma unroll
        for (int part = 0; part < HEAD / 16; part++) {
            if (part + 1 < HEAD / 16)
                load_keys(k[(part + 1) % 2], keys, part + 1);
#pragma unroll
            for (int j = 0; j < KEYS / 8; j++)
                multiply_add(scores[j], q[part], k[part % 2][j / 2][j % 2 * 2],
                             k[part % 2][j / 2][j % 2 * 2 + 1]);
        }
    }

    /* Scores become weights; what there is shrinks. `scale` makes scores exponents of two. */
    __device__ __forceinline__ void weigh(float (&scores)[KEYS / 8][4], float scale)
    {
#pragma unroll
        for (int half = 0; half < 2; half++) {
            float high = largest[half], more = 0;
#pragma unroll
            for (int j = 0; j < KEYS / 8; j++)
                high = fmaxf(high, fmaxf(scores[j][half * 2], scores[j][half * 2 + 1]));
            high = largest_of_row(high);
            float shrink = power_of_2((largest[half] - high) * scale), base = high * scale;
            largest[half] = high;
#pragma unroll
            for (int j = 0; j < KEYS / 8; j++)
#pragma unroll
                for (int i = half * 2; i < half * 2 + 2; i++) {
                    scores[j][i] = power_of_2(fmaf(scores[j][i], scale, -base));
                    more += scores[j][i];
                }
            sum[half] = sum[half] * shrink + more;
#pragma unroll
            for (int j = 0; j < HEAD / 8; j++) {
                result[j][half * 2] *= shrink;
                result[j][half * 2 + 1] *= shrink;
            }
        }
    }

    /* result += weights V. */
    __device__ __forceinline__ void multiply_values(const float (&weights)[KEYS / 8][4],
                                                    unsigned values)
    {
        unsigned v[2][HEAD / 16][4];
        load_values(v[0], values, 0);
#pragma unroll
        for (int part = 0; part < KEYS / 16; part++) {
            unsigned w[4] = {
                two_halves(weights[part * 2][0], weights[part * 2][1]),
                two_halves(weights[part * 2][2], weights[part * 2][3]),
                two_halves(weights[part * 2 + 1][0], weights[part * 2 + 1][1]),
                two_halves(weights[part * 2 + 1][2], weights[part * 2 + 1][3]),
            };
            if (part + 1 < KEYS / 16)
                load_values(v[(part + 1) % 2], values, part + 1);
#pragma unroll
            for (int j = 0; j < HEAD / 8; j++)
                multiply_add(result[j], w, v[part % 2][j / 2][j % 2 * 2],
                             v[part % 2][j / 2][j % 2 * 2 + 1]);
        }
    }

    __device__ __forceinline__ void store(__half *o, int pitch) const
    {
        int lane = threadIdx.x % 32;
#pragma unroll
        for (int half = 0; half < 2; half++) {
            float by = 1 / sum_of_row(sum[half]);
#pragma unroll
            for (int j = 0; j < HEAD / 8; j++)
                *(unsigned *)(o + (size_t)(half * 8 + lane / 4) * pitch + j * 8 + lane % 4 * 2) =
                    two_halves(result[j][half * 2] * by, result[j][half * 2 + 1] * by);
        }
    }
};

/* With CAUSAL a row has no weight for later rows. `first` is the step's first key, `row` the warp's
 * first row. */
static __device__ __forceinline__ void hide_later(float (&scores)[KEYS / 8][4], int first, int row)
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int j = 0; j < KEYS / 8; j++)
#pragma unroll
        for (int i = 0; i < 4; i++)
            if (first + j * 8 + lane % 4 * 2 + i % 2 > row + lane / 4 + i / 2 * 8)
                scores[j][i] = -INFINITY;
}

/* 64 rows of a head by this block of 128 threads. A grid has rows / 64 blocks along x for each
 * head, whose rows q, k, v and o are. Rows are `pitch` halves apart, those of o `o_pitch`. */
template <bool CAUSAL>
static __device__ __forceinline__ void attention_block(const __half *q, const __half *k,
                                                       const __half *v, __half *o, int rows,
                                                       int pitch, int o_pitch)
{
    extern __shared__ __align__(128) unsigned char attention_tiles[];
    unsigned tiles = shared_place(attention_tiles), keys = tiles + TILE_BYTES;
    int block = CAUSAL ? gridDim.x - 1 - blockIdx.x : blockIdx.x; /* the longest first */
    int first = block * QUERIES, row = threadIdx.x / 32 * 16, lane = threadIdx.x % 32;
    int steps = CAUSAL ? block + 1 : rows / KEYS;
    attention_rows mine = {{}, {}, {-INFINITY, -INFINITY}, {0, 0}};

    attention_fetch(tiles, q + (size_t)first * pitch, pitch);
    attention_fetch(keys, k, pitch);
    attention_fetch(keys + 2 * TILE_BYTES, v, pitch);
    copies_end();
    copies_wait<0>();
    __syncthreads();
#pragma unroll
    for (int part = 0; part < HEAD / 16; part++)
        load_4(mine.q[part], tiles + attention_place(row + lane % 16, part * 2 + lane / 16));
#pragma unroll 1
    for (int step = 0; step < steps; step++) {
        unsigned now = keys + step % 2 * TILE_BYTES, other = keys + (step + 1) % 2 * TILE_BYTES;
        float scores[KEYS / 8][4] = {};
        if (step + 1 < steps) {
            size_t next = (size_t)(step + 1) * KEYS * pitch;
            attention_fetch(other, k + next, pitch);
            attention_fetch(other + 2 * TILE_BYTES, v + next, pitch);
        }
        copies_end();
        mine.multiply_keys(scores, now);
        if (CAUSAL && step == block)
            hide_later(scores, step * KEYS, first + row);
        mine.weigh(scores, (HEAD == 64 ? 0.125f : 0.0883883476f) * 1.44269504f);
        mine.multiply_values(scores, now + 2 * TILE_BYTES);
        copies_wait<0>();
        __syncthreads();
    }
    mine.store(o + (size_t)(first + row) * o_pitch, o_pitch);
}

/* The heads lie one after the other. */
template <bool CAUSAL>
__global__ void __launch_bounds__(ATTENTION_THREADS)
    attention(const __half *__restrict__ q, const __half *__restrict__ k,
              const __half *__restrict__ v, __half *__restrict__ o, int rows)
{
    size_t head = (size_t)blockIdx.y * rows * HEAD;
    attention_block<CAUSAL>(q + head, k + head, v + head, o + head, rows, HEAD, HEAD);
}

#endif
