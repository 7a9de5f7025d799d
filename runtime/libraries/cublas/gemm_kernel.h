/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel for products without tensor cores.
 *
 * A block makes a tile of D. It goes along k in steps of DEPTH: while its threads multiply what one
 * half of shared memory has, they hold in registers what the other half gets next. Each thread has
 * HIGH x WIDE sums. Shared memory has both operands with k outside, so that a thread reads 16
 * bytes at a time, whatever the transposes: these only say in which order a tile is fetched, along
 * what is contiguous in memory.
 *
 * T: elements of A and B; U: of C and D; S: of sums.
 */
#ifndef SIMGPU_CUBLAS_GEMM_KERNEL_H
#define SIMGPU_CUBLAS_GEMM_KERNEL_H

#include "epilogue.h"

template <int ROWS, int COLUMNS, int DEPTH, int HIGH, int WIDE> struct gemm_tile {
    enum {
        rows = ROWS,
        columns = COLUMNS,
        depth = DEPTH,
        high = HIGH,
        wide = WIDE,
        down = ROWS / HIGH, /* threads */
        across = COLUMNS / WIDE,
        threads = down * across,
        warps_down = down / 8 /* a warp has 8 x 4 threads */
    };
    static_assert(down % 8 == 0 && across % 4 == 0, "warps must fit");
    static_assert(threads % ROWS == 0 && threads % COLUMNS == 0, "a fetch takes whole lines");
};

/* 16 bytes of sums' elements. */
template <class S> struct alignas(16) gemm_chunk {
    enum { count = 16 / sizeof(S) };
    S v[count];
};

/* An operand: element (line, k) lies at first[line * line_step + k * k_step]. A line is a row of
 * op(A) or a column of op(B). */
struct gemm_operand {
    batch_of batch;
    long long line_step, k_step;
    int lines;
    bool conjugated;
};

/* What is done with the sums. Blocks keep it in shared memory until they need it: their loops have
 * better use for the registers. */
template <class S> struct gemm_output {
    int m, n, triangle;
    bool hermitian, is_aligned; /* D, for 16 bytes at a time */
    const void *c;              /* of this batch */
    void *d;
    long long ldc, ldd;
    S alpha, beta;
    gemm_epilogue epilogue;
};

template <class S> struct gemm_problem {
    int m, n, k, first_batch;
    gemm_operand a, b;
    batch_of c, d;
    factor<S> alpha, beta;
    gemm_output<S> output; /* but for c, d, alpha and beta, which a block fills in */
};

/* One thread's part of fetching LINES x DEPTH elements. */
template <class T, class S, int LINES, int DEPTH, int THREADS> struct gemm_fetch {
    enum { count = LINES * DEPTH / THREADS, ld = LINES + 16 / sizeof(S) };
    const T *at;
    long long step, advance; /* from an element to the next one, and to the next tile */
    int first_k, k_jump, place, jump;
    unsigned inside; /* bit e: element e is in a line that there is */
    bool conjugated;
    S held[count];

    __device__ __forceinline__ gemm_fetch(const gemm_operand &o, int batch, int from)
    {
        int line, line_jump;
        if (o.line_step == 1) {
            line = threadIdx.x % LINES, first_k = threadIdx.x / LINES;
            line_jump = 0, k_jump = THREADS / LINES;
        } else {
            line = threadIdx.x / DEPTH, first_k = threadIdx.x % DEPTH;
            line_jump = THREADS / DEPTH, k_jump = 0;
        }
        at =
            o.batch.template get<const T>(batch) + (from + line) * o.line_step + first_k * o.k_step;
        step = line_jump * o.line_step + k_jump * o.k_step;
        advance = DEPTH * o.k_step;
        place = first_k * ld + line;
        jump = k_jump * ld + line_jump;
        conjugated = o.conjugated;
        inside = 0;
#pragma unroll
        for (int e = 0; e < count; e++)
            inside |= (from + line + e * line_jump < o.lines) << e;
    }

    /* left: how many k there still are. */
    __device__ __forceinline__ void fetch(int left)
    {
        const T *p = at;
        at += advance;
        if (inside == (1u << count) - 1 && left >= DEPTH) {
#pragma unroll
            for (int e = 0; e < count; e++, p += step)
                held[e] = read(p);
            return;
        }
#pragma unroll
        for (int e = 0; e < count; e++, p += step) {
            held[e] = S(0);
            if ((inside >> e & 1) && first_k + e * k_jump < left)
                held[e] = read(p);
        }
    }

    __device__ __forceinline__ S read(const T *p) const
    {
        S value = convert<S>(*p);
        if constexpr (number_of<S>::is_complex)
            value = conjugated ? conjugate(value) : value;
        return value;
    }

    __device__ __forceinline__ void put(S *tile) const
    {
#pragma unroll
        for (int e = 0; e < count; e++)
            tile[place + e * jump] = held[e];
    }
};

/* Where a thread's element `number` of a fragment lies in the tile. */
template <class S, int THREADS>
static __device__ __forceinline__ int gemm_line(int thread, int number)
{
    constexpr int count = gemm_chunk<S>::count;
    return number / count * (count * THREADS) + thread * count + number % count;
}

template <class S, int COUNT, int THREADS>
static __device__ __forceinline__ void gemm_fragment(S (&to)[COUNT], const S *row, int thread)
{
    constexpr int count = gemm_chunk<S>::count;
    static_assert(COUNT % count == 0, "fragments are whole chunks");
#pragma unroll
    for (int i = 0; i < COUNT; i += count) {
        gemm_chunk<S> chunk = *(const gemm_chunk<S> *)(row + gemm_line<S, THREADS>(thread, i));
#pragma unroll
        for (int j = 0; j < count; j++)
            to[i + j] = chunk.v[j];
    }
}

/* What a thread multiplies: fragments of one k while those of the next one are on their way. */
template <class TILE, class S> struct gemm_steps {
    enum { ld_a = TILE::rows + 16 / sizeof(S), ld_b = TILE::columns + 16 / sizeof(S) };
    S sums[TILE::wide * TILE::high]; /* by columns */
    S high[2][TILE::high], wide[2][TILE::wide];
    int down, across;

    template <int SLOT> __device__ __forceinline__ void load(const S *a, const S *b)
    {
        gemm_fragment<S, TILE::high, TILE::down>(high[SLOT], a, down);
        gemm_fragment<S, TILE::wide, TILE::across>(wide[SLOT], b, across);
    }

    template <int SLOT> __device__ __forceinline__ void multiply()
    {
#pragma unroll
        for (int x = 0; x < TILE::wide; x++)
#pragma unroll
            for (int y = 0; y < TILE::high; y++)
                sums[x * TILE::high + y] =
                    multiply_add(high[SLOT][y], wide[SLOT][x], sums[x * TILE::high + y]);
    }

    /* All products of a tile but those of its last k, whose fragments are then in slot 1. */
    __device__ __forceinline__ void most(const S *a, const S *b)
    {
#pragma unroll
        for (int k = 0; k < TILE::depth - 2; k += 2, a += 2 * ld_a, b += 2 * ld_b) {
            load<1>(a + ld_a, b + ld_b);
            multiply<0>();
            load<0>(a + 2 * ld_a, b + 2 * ld_b);
            multiply<1>();
        }
        load<1>(a + ld_a, b + ld_b);
        multiply<0>();
    }
};

/* One result, from its sum. WITH_EPILOGUE: the call may have one. */
template <bool WITH_EPILOGUE, class U, class S>
static __device__ __forceinline__ U gemm_result(const gemm_output<S> &p, S sum, int i, int j)
{
    S value = p.alpha * sum;
    if (!(p.beta == S(0)))
        value = multiply_add(p.beta, convert<S>(((const U *)p.c)[i + j * p.ldc]), value);
    if constexpr (number_of<S>::is_complex) {
        if (p.hermitian && i == j)
            value = S(value.x);
    } else if constexpr (WITH_EPILOGUE) {
        value = S(epilogue_apply(p.epilogue, (float)value, i, j, p.epilogue.batch));
    }
    return convert<U>(value);
}

/* All of a thread's results. The loop has the code of one chunk of rows, and the sums come by in
 * turn: a GPU fetches new code slowly, and copies between registers are quick. */
template <class TILE, class U, bool WITH_EPILOGUE, class S>
static __device__ __forceinline__ void gemm_store(const gemm_output<S> &p,
                                                  S (&sums)[TILE::wide * TILE::high], int top,
                                                  int left, int down, int across)
{
    constexpr int count = gemm_chunk<S>::count, all = TILE::wide * TILE::high;
    U *d = (U *)p.d;
#pragma unroll 1
    for (int e = 0; e < all; e += count) {
        int i = top + gemm_line<S, TILE::down>(down, e % TILE::high);
        int j = left + gemm_line<S, TILE::across>(across, e / TILE::high);
        U results[count];
        bool whole = true, has[count];
#pragma unroll
        for (int r = 0; r < count; r++) {
            has[r] = i + r < p.m && j < p.n &&
                     (p.triangle == 0 || i + r == j || (i + r > j) == (p.triangle == 1));
            whole = whole && has[r];
            if (has[r])
                results[r] = gemm_result<WITH_EPILOGUE, U>(p, sums[r], i + r, j);
        }
        if (whole && sizeof(U) * count == 16 && p.is_aligned) {
            *(gemm_chunk<U> *)(d + i + j * p.ldd) = *(gemm_chunk<U> *)results;
        } else {
#pragma unroll
            for (int r = 0; r < count; r++)
                if (has[r])
                    d[i + r + j * p.ldd] = results[r];
        }
#pragma unroll
        for (int r = 0; r + count < all; r++)
            sums[r] = sums[r + count];
    }
}

template <class TILE, bool WITH_EPILOGUE, class T, class U, class S>
__global__ void __launch_bounds__(TILE::threads) gemm_kernel(const gemm_problem<S> p)
{
    typedef gemm_fetch<T, S, TILE::rows, TILE::depth, TILE::threads> fetch_a;
    typedef gemm_fetch<T, S, TILE::columns, TILE::depth, TILE::threads> fetch_b;
    __shared__ __align__(16) S tile_a[2][TILE::depth * fetch_a::ld];
    __shared__ __align__(16) S tile_b[2][TILE::depth * fetch_b::ld];
    int top = blockIdx.x * TILE::rows, left = blockIdx.y * TILE::columns,
        batch = p.first_batch + blockIdx.z;
    int triangle = p.output.triangle;
    if ((triangle == 1 && top + TILE::rows <= left) ||
        (triangle == 2 && left + TILE::columns <= top))
        return;
    __shared__ gemm_output<S> output;
    if (threadIdx.x == 0) {
        output = p.output;
        output.c = p.c.template get<const U>(batch);
        output.d = p.d.template get<U>(batch);
        output.alpha = p.alpha.get(), output.beta = p.beta.get();
        output.epilogue.batch = batch;
    }
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int down = warp % TILE::warps_down * 8 + lane % 8,
        across = warp / TILE::warps_down * 4 + lane / 8;
    int k = p.alpha.get() == S(0) ? 0 : p.k;
    gemm_steps<TILE, S> steps;
    steps.down = down, steps.across = across;
#pragma unroll
    for (S &sum : steps.sums)
        sum = S(0);
    fetch_a a(p.a, batch, top);
    fetch_b b(p.b, batch, left);
    __syncthreads();
    /* Before the first turn there is nothing to multiply, and in the last one nothing to fetch. */
    for (int from = 0, half = 1; k > 0; from += TILE::depth, half ^= 1) {
        bool more = from < k;
        if (more)
            a.fetch(k - from), b.fetch(k - from);
        if (from > 0)
            steps.most(tile_a[half], tile_b[half]);
        if (more)
            a.put(tile_a[half ^ 1]), b.put(tile_b[half ^ 1]);
        __syncthreads();
        if (more)
            steps.template load<0>(tile_a[half ^ 1], tile_b[half ^ 1]);
        if (from > 0)
            steps.template multiply<1>();
        if (!more)
            break;
    }
    gemm_store<TILE, U, WITH_EPILOGUE>(output, steps.sums, top, left, down, across);
}

/* ---- on the host ---- */

template <class S>
static gemm_problem<S> gemm_problem_of(cublasHandle_t handle, const gemm_call *call)
{
    bool flat_a = call->trans_a == CUBLAS_OP_N || call->trans_a == CUBLAS_OP_CONJG;
    bool flat_b = call->trans_b == CUBLAS_OP_N || call->trans_b == CUBLAS_OP_CONJG;
    gemm_problem<S> p = {};
    p.m = call->m, p.n = call->n, p.k = call->k;
    p.a = {call->a, flat_a ? 1 : call->lda, flat_a ? call->lda : 1, call->m,
           call->trans_a == CUBLAS_OP_C || call->trans_a == CUBLAS_OP_CONJG};
    p.b = {call->b, flat_b ? call->ldb : 1, flat_b ? 1 : call->ldb, call->n,
           call->trans_b == CUBLAS_OP_C || call->trans_b == CUBLAS_OP_CONJG};
    p.c = call->c, p.d = call->d;
    p.alpha = factor_of<S>(handle, call->alpha);
    p.beta = factor_of<S>(handle, call->beta);
    p.output.m = call->m, p.output.n = call->n;
    p.output.ldc = call->ldc, p.output.ldd = call->ldd;
    p.output.triangle = call->triangle;
    p.output.hermitian = call->hermitian;
    p.output.epilogue = call->epilogue;
    return p;
}

template <class TILE, class T, class U, class S>
static cublasStatus_t gemm_launch(cublasHandle_t handle, const gemm_call *call)
{
    gemm_problem<S> p = gemm_problem_of<S>(handle, call);
    p.output.is_aligned = !p.d.list && (size_t)p.d.first % 16 == 0 &&
                          call->ldd * sizeof(U) % 16 == 0 && p.d.stride * sizeof(U) % 16 == 0;
    dim3 grid((p.m + TILE::rows - 1) / TILE::rows, (p.n + TILE::columns - 1) / TILE::columns);
    for (; p.first_batch < call->batches; p.first_batch += grid.z) {
        int left = call->batches - p.first_batch;
        grid.z = left < 65535 ? left : 65535;
        if constexpr (sizeof(S) == sizeof(float) && !number_of<S>::is_complex) {
            if (call->epilogue.kind) {
                gemm_kernel<TILE, true, T, U, S><<<grid, TILE::threads, 0, handle->stream>>>(p);
                continue;
            }
        }
        gemm_kernel<TILE, false, T, U, S><<<grid, TILE::threads, 0, handle->stream>>>(p);
    }
    return handle_launched();
}

#endif
