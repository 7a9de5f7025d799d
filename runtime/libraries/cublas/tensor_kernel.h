/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel for products of halves and bfloat16s with tensor cores.
 *
 * D lies by columns, and a lane of mma has neighbours along a row: so the kernel makes D', whose
 * rows are D's columns. X is op(B)' (n x k) and Y is op(A)' (k x m). A block goes along k in steps:
 * while its warps multiply one stage of shared memory, cp.async fills the ones after it. A stage
 * has an operand as memory has it, in rows of 16-byte chunks along what is contiguous; ldmatrix
 * turns it where that is not k. Each row has one chunk more than it needs: so eight rows lie in
 * different banks. Between two products a warp asks for one operand of the next 16 k, so that the
 * load/store unit always has something to do and never too much.
 *
 * Lines are columns of D for X, and rows of D for Y.
 */
#ifndef SIMGPU_CUBLAS_TENSOR_KERNEL_H
#define SIMGPU_CUBLAS_TENSOR_KERNEL_H

#include "epilogue.h"
#include "tensor_warp.h"

/* X_LINES x Y_LINES of D by a block, WARP_X x WARP_Y by each of its four warps. */
template <int X_LINES, int Y_LINES, int DEPTH, int WARP_X, int WARP_Y, int STAGES>
struct tensor_tile {
    enum {
        x_lines = X_LINES,
        y_lines = Y_LINES,
        depth = DEPTH,
        parts = DEPTH / 16, /* of a step */
        warp_x = WARP_X,
        warp_y = WARP_Y,
        stages = STAGES,
        high = WARP_X / 16,
        wide = WARP_Y / 8,
        threads = 128
    };
    static_assert((X_LINES / WARP_X) * (Y_LINES / WARP_Y) == 4, "a block has four warps");
};

/* An operand's place in a stage. ALONG_K: k is contiguous. */
template <int LINES, int DEPTH, bool ALONG_K> struct tensor_shape {
    enum {
        across = ALONG_K ? DEPTH / 8 : LINES / 8, /* chunks of a row */
        row_bytes = across * 16 + 16,
        rows = ALONG_K ? LINES : DEPTH,
        bytes = rows * row_bytes,
        count = (rows * across + 127) / 128 /* chunks that a thread copies */
    };
};

struct tensor_operand {
    batch_of batch;
    long long ld;
    int lines;
};

struct tensor_problem {
    int m, n, k, first_batch;
    tensor_operand x, y;
    batch_of c, d;
    long long ldc, ldd;
    factor<float> alpha, beta;
    cudaDataType type; /* of C and D */
    bool is_aligned;   /* pairs of D's elements may be stored at once */
    gemm_epilogue epilogue;
};

/* One thread's copies of an operand: where its chunks are in memory, and how many bytes they have.
 */
template <class T, int LINES, int DEPTH, bool ALONG_K> struct tensor_copies {
    typedef tensor_shape<LINES, DEPTH, ALONG_K> shape;
    const T *at[shape::count], *base;
    long long advance;
    int bytes[shape::count]; /* where k does not end before */
    int k;                   /* of the next stage */

    static __device__ __forceinline__ int row_of(int e)
    {
        return (threadIdx.x + e * 128) / shape::across;
    }
    static __device__ __forceinline__ int chunk_of(int e)
    {
        return (threadIdx.x + e * 128) % shape::across;
    }

    __device__ __forceinline__ tensor_copies(const tensor_operand &o, int batch, int from)
        : base(o.batch.get<const T>(batch)), advance(ALONG_K ? DEPTH : DEPTH * o.ld), k(0)
    {
#pragma unroll
        for (int e = 0; e < shape::count; e++) {
            int line = from + (ALONG_K ? row_of(e) : chunk_of(e) * 8);
            int left = o.lines - line, first_k = ALONG_K ? chunk_of(e) * 8 : row_of(e);
            bytes[e] = left <= 0 ? 0 : ALONG_K || left >= 8 ? 16 : left * 2;
            at[e] = base + (ALONG_K ? line * o.ld + first_k : first_k * o.ld + line);
        }
    }

    /* Number e of `count`. */
    __device__ __forceinline__ void fetch(int e, unsigned stage, int all_k)
    {
        if ((shape::rows * shape::across) % 128 != 0 && row_of(e) >= shape::rows)
            return;
        int left = all_k - k - (ALONG_K ? chunk_of(e) * 8 : row_of(e)), size = bytes[e];
        if (ALONG_K)
            size = left >= 8 ? size : left > 0 && size > 0 ? left * 2 : 0;
        else
            size = left > 0 ? size : 0;
        warp_copy(stage + row_of(e) * shape::row_bytes + chunk_of(e) * 16, size > 0 ? at[e] : base,
                  size);
    }

    __device__ __forceinline__ void next()
    {
        k += DEPTH;
#pragma unroll
        for (int e = 0; e < shape::count; e++)
            at[e] += advance;
    }
};

/* What a warp has of both operands for 16 k. */
template <class TILE, bool X_K, bool Y_K> struct tensor_operands {
    enum { count = TILE::high + TILE::wide / 2 };
    unsigned x[TILE::high][4], y[TILE::wide / 2][4];

    /* Number i of `count`; x_at and y_at: this lane's places for the first one. */
    __device__ __forceinline__ void load(int i, unsigned x_at, unsigned y_at)
    {
        typedef tensor_shape<TILE::x_lines, TILE::depth, X_K> x_shape;
        typedef tensor_shape<TILE::y_lines, TILE::depth, Y_K> y_shape;
        constexpr int first = TILE::wide / 2; /* products go along y first */
        if (i < first)
            warp_load<!Y_K>(y[i], y_at + i * (Y_K ? 16 * y_shape::row_bytes : 32));
        else
            warp_load<!X_K>(x[i - first],
                            x_at + (i - first) * (X_K ? 16 * x_shape::row_bytes : 32));
    }
};

/* Two neighbours along a row of D', or one after the other where they are not alone. */
template <class TILE>
static __device__ __forceinline__ void
tensor_store_general(const tensor_problem &p, const gemm_epilogue &epilogue,
                     float (&sums)[TILE::high * TILE::wide][4], int i0, int j0, int batch)
{
    float alpha = p.alpha.get(), beta = p.beta.get();
    const void *c = p.c.get<const char>(0);
    void *d = p.d.get<char>(0);
    long long c_batch = batch * p.c.stride, d_batch = batch * p.d.stride;
#pragma unroll 1
    for (int f = 0; f < TILE::high * TILE::wide; f++) {
#pragma unroll
        for (int e = 0; e < 4; e++) {
            int j = j0 + f / TILE::wide * 16 + e / 2 * 8, i = i0 + f % TILE::wide * 8 + e % 2;
            if (i >= p.m || j >= p.n)
                continue;
            float value = alpha * sums[0][e];
            if (beta != 0)
                value = fmaf(beta, typed_load(c, p.type, c_batch + i + j * p.ldc), value);
            if (epilogue.kind)
                value = epilogue_apply(epilogue, value, i, j, batch);
            typed_store(d, p.type, d_batch + i + j * p.ldd, value);
        }
#pragma unroll
        for (int g = 0; g + 1 < TILE::high * TILE::wide; g++)
#pragma unroll
            for (int e = 0; e < 4; e++)
                sums[g][e] = sums[g + 1][e];
    }
}

/* Without an epilogue, in pairs: m is even. */
template <class TILE, class T>
static __device__ __forceinline__ void
tensor_store_pairs(const tensor_problem &p, const float (&sums)[TILE::high * TILE::wide][4], int i0,
                   int j0, int batch)
{
    float alpha = p.alpha.get(), beta = p.beta.get();
    bool is_float = p.type == CUDA_R_32F;
    int size = is_float ? 4 : 2;
    char *d = p.d.get<char>(0) + (batch * p.d.stride + i0 + j0 * p.ldd) * size;
    const char *c = p.c.get<const char>(0) + (batch * p.c.stride + i0 + j0 * p.ldc) * size;
#pragma unroll
    for (int half = 0; half < 2 * TILE::high; half++, d += 8 * p.ldd * size, c += 8 * p.ldc * size)
#pragma unroll
        for (int w = 0; w < TILE::wide; w++) {
            const float *s = sums[half / 2 * TILE::wide + w];
            float a = alpha * s[half % 2 * 2], b = alpha * s[half % 2 * 2 + 1];
            if (j0 + half * 8 >= p.n || i0 + w * 8 >= p.m)
                continue;
            if (beta != 0) {
                a = fmaf(beta, typed_load(c, p.type, w * 8), a);
                b = fmaf(beta, typed_load(c, p.type, w * 8 + 1), b);
            }
            if (is_float) {
                *(float2 *)(d + w * 32) = make_float2(a, b);
            } else {
                T pair[2] = {convert<T>(a), convert<T>(b)};
                *(unsigned *)(d + w * 16) = *(unsigned *)pair;
            }
        }
}

/* What a thread has at work. */
template <class TILE, class T, bool X_K, bool Y_K> struct tensor_thread {
    typedef tensor_shape<TILE::x_lines, TILE::depth, X_K> x_shape;
    typedef tensor_shape<TILE::y_lines, TILE::depth, Y_K> y_shape;
    typedef tensor_operands<TILE, X_K, Y_K> operands_of;
    enum {
        stage_bytes = x_shape::bytes + y_shape::bytes,
        x_count = x_shape::count,
        copies = x_count + y_shape::count,
        loads = operands_of::count,
        products = TILE::high * TILE::wide,
        x_part = X_K ? 32 : 16 * x_shape::row_bytes, /* bytes from 16 k to the next 16 */
        y_part = Y_K ? 32 : 16 * y_shape::row_bytes
    };
    tensor_copies<T, TILE::x_lines, TILE::depth, X_K> x;
    tensor_copies<T, TILE::y_lines, TILE::depth, Y_K> y;
    int k;
    unsigned first;      /* place of the first stage */
    unsigned x_at, y_at; /* where this lane's rows of matrices begin there */
    unsigned filled,
        read; /* bytes from the first stage to the one that is filled next, and read now */
    operands_of operands[2];
    float sums[products][4];

    __device__ __forceinline__ tensor_thread(const tensor_problem &p, unsigned stages, int batch,
                                             int top, int left, int warp_x, int warp_y)
        : x(p.x, batch, top), y(p.y, batch, left), k(p.alpha.get() == 0 ? 0 : p.k), first(stages),
          filled(0), read(0)
    {
        int lane = threadIdx.x % 32, low = lane % 8, m = lane / 8;
        x_at = first + (X_K ? (warp_x + lane % 16) * x_shape::row_bytes + lane / 16 * 16
                            : (m / 2 * 8 + low) * x_shape::row_bytes + warp_x * 2 + m % 2 * 16);
        y_at = first + x_shape::bytes +
               (Y_K ? (warp_y + m / 2 * 8 + low) * y_shape::row_bytes + m % 2 * 16
                    : (m % 2 * 8 + low) * y_shape::row_bytes + warp_y * 2 + m / 2 * 16);
#pragma unroll
        for (auto &sum : sums)
            sum[0] = sum[1] = sum[2] = sum[3] = 0;
    }

    __device__ __forceinline__ void copy(int number)
    {
        if (number < x_count)
            x.fetch(number, first + filled, k);
        else
            y.fetch(number - x_count, first + filled + x_shape::bytes, k);
    }

    static __device__ __forceinline__ unsigned after(unsigned stage)
    {
        return stage == (TILE::stages - 1) * stage_bytes ? 0 : stage + stage_bytes;
    }

    __device__ __forceinline__ void stage_end()
    {
        x.next(), y.next();
        warp_copies_end();
        filled = after(filled);
    }

    /* Fills all stages but one, begins with that, and loads the first operands. */
    __device__ __forceinline__ void begin()
    {
#pragma unroll 1
        for (int stage = 0; stage < TILE::stages - 1; stage++) {
#pragma unroll
            for (int c = 0; c < copies; c++)
                copy(c);
            stage_end();
        }
#pragma unroll
        for (int c = 0; c < copies / TILE::parts; c++)
            copy(c);
        warp_copies_wait<TILE::stages - 2>();
        __syncthreads();
#pragma unroll
        for (int i = 0; i < loads; i++)
            operands[0].load(i, x_at, y_at);
    }

    /* The products of 16 k. Spread over them: operands of the next part, and copies. */
    __device__ __forceinline__ void multiply(int part)
    {
        operands_of &now = operands[part % 2], &next = operands[1 - part % 2];
        int next_part = (part + 1) % TILE::parts;
        unsigned x_next = x_at + read + next_part * x_part,
                 y_next = y_at + read + next_part * y_part;
        int from = next_part * copies / TILE::parts,
            count = (next_part + 1) * copies / TILE::parts - from;
#pragma unroll
        for (int product = 0; product < products; product++) {
            int w = product % TILE::wide;
            warp_multiply((const T *)0, sums[product], now.x[product / TILE::wide],
                          now.y[w / 2][w % 2 * 2], now.y[w / 2][w % 2 * 2 + 1]);
            int load = product * loads * 3 / (2 * products),
                load_end = (product + 1) * loads * 3 / (2 * products);
            for (int i = load; i < load_end && i < loads; i++)
                next.load(i, x_next, y_next);
            for (int c = product * count / products; c < (product + 1) * count / products; c++)
                copy(from + c);
        }
    }

    __device__ __forceinline__ void go(int steps)
    {
        begin();
#pragma unroll 1
        for (int step = 0; step < steps; step++)
#pragma unroll
            for (int part = 0; part < TILE::parts; part++) {
                multiply(part);
                if (part != TILE::parts - 2)
                    continue;
                stage_end(); /* The next stage is there, and nobody reads the one that is filled
                                next. */
                warp_copies_wait<TILE::stages - 2>();
                __syncthreads();
                read = after(read);
            }
        warp_copies_wait<0>();
    }
};

template <class TILE, class T, bool X_K, bool Y_K>
__global__ void __launch_bounds__(128) tensor_kernel(const tensor_problem p)
{
    extern __shared__ __align__(128) unsigned char tensor_stages[];
    __shared__ gemm_epilogue epilogue; /* until it is needed */
    if (threadIdx.x == 0)
        epilogue = p.epilogue;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, batch = p.first_batch + blockIdx.z;
    int top = blockIdx.y * TILE::x_lines, left = blockIdx.x * TILE::y_lines;
    int warp_x = warp / (TILE::y_lines / TILE::warp_y) * TILE::warp_x;
    int warp_y = warp % (TILE::y_lines / TILE::warp_y) * TILE::warp_y;
    tensor_thread<TILE, T, X_K, Y_K> thread(p, (unsigned)__cvta_generic_to_shared(tensor_stages),
                                            batch, top, left, warp_x, warp_y);
    thread.go((thread.k + TILE::depth - 1) / TILE::depth);
    int i0 = left + warp_y + lane % 4 * 2, j0 = top + warp_x + lane / 4;
    if (p.is_aligned && p.epilogue.kind == 0)
        tensor_store_pairs<TILE, T>(p, thread.sums, i0, j0, batch);
    else
        tensor_store_general<TILE>(p, epilogue, thread.sums, i0, j0, batch);
}

#endif
