/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernel for products of halves and bfloat16s with tensor cores.
 *
 * D lies by columns, and a lane of mma has neighbours along a row: so the kernel makes D', whose
 * rows are D's columns. X is op(B)' (n x k) and Y is op(A)' (k x m). A block goes along k in steps:
 * while its warps multiply one stage of shared memory, cp.async fills the ones after it. ldmatrix
 * turns an operand where k is not what is contiguous. Between two products a warp asks for one
 * operand of the next 16 k, so that the load/store unit always has something to do and never too
 * much: a row's operand as soon as the row's last product has issued, into the same registers.
 *
 * Shared memory is what limits small tiles: each warp reads warp_x + warp_y lines for warp_x *
 * warp_y products. Where the four warps of a block would make flat pieces of D', two of them share
 * one piece of twice the size, and each takes half of k.
 *
 * Lines are columns of D for X, and rows of D for Y.
 */
#ifndef SIMGPU_CUBLAS_TENSOR_KERNEL_H
#define SIMGPU_CUBLAS_TENSOR_KERNEL_H

#include "tensor_store.h"

/* X_LINES x Y_LINES of D by a block, WARP_X x WARP_Y by each of its four warps. GROUPS: so many
 * warps share a WARP_X x WARP_Y, each with its part of k; their sums are added at the end. */
template <int X_LINES, int Y_LINES, int DEPTH, int WARP_X, int WARP_Y, int STAGES, int GROUPS>
struct tensor_tile {
    enum {
        x_lines = X_LINES,
        y_lines = Y_LINES,
        depth = DEPTH,
        groups = GROUPS,
        parts = DEPTH / 16 / GROUPS, /* of a warp's step */
        warp_x = WARP_X,
        warp_y = WARP_Y,
        across = Y_LINES / WARP_Y, /* warps, of a group */
        stages = STAGES,
        high = WARP_X / 16,
        wide = WARP_Y / 8,
        products = high * wide,
        threads = 128
    };
    static_assert((X_LINES / WARP_X) * (Y_LINES / WARP_Y) * GROUPS == 4, "a block has four warps");
    static_assert(DEPTH / 16 % GROUPS == 0 && parts % 2 == 0, "a warp has pairs of parts");
    static_assert(GROUPS == 1 || GROUPS == 2, "sums are exchanged in pairs");
};

/* What a warp has of both operands for 16 k. */
template <class TILE> struct tensor_operands {
    unsigned x[TILE::high][4], y[TILE::wide / 2][4];
};

/* What a thread has at work. WHOLE: tensor_copies_whole suits. */
template <class TILE, class T, bool X_K, bool Y_K, bool WHOLE> struct tensor_thread {
    typedef tensor_shape<TILE::x_lines, TILE::depth, X_K> x_shape;
    typedef tensor_shape<TILE::y_lines, TILE::depth, Y_K> y_shape;
    template <int LINES, bool ALONG_K>
    using copies_of =
        typename std::conditional<WHOLE, tensor_copies_whole<T, LINES, TILE::depth, ALONG_K>,
                                  tensor_copies_any<T, LINES, TILE::depth, ALONG_K>>::type;
    enum {
        stage_bytes = x_shape::bytes + y_shape::bytes,
        x_count = x_shape::count,
        copies = x_count + y_shape::count,
        x_part = X_K ? 32 : 16 * x_shape::row_bytes, /* bytes from 16 k to the next 16 */
        y_part = Y_K ? 32 : 16 * y_shape::row_bytes,
        x_next = X_K ? 16 * x_shape::row_bytes : 32, /* ... from 16 lines */
        y_next = Y_K ? 16 * y_shape::row_bytes : 32
    };
    tensor_way way;
    copies_of<TILE::x_lines, X_K> x;
    copies_of<TILE::y_lines, Y_K> y;
    unsigned filled, last_stage; /* places of the stage that is filled next, and of the last one */
    unsigned x_at, y_at; /* where this lane's rows of matrices are in the one that is read */
    unsigned fill_step, read_step; /* to the next stage */
    tensor_operands<TILE> operands[2];
    float sums[TILE::products][4];

    /* Where the copies of a block begin. */
    static __device__ __forceinline__ int start_of(int k)
    {
        return WHOLE ? (blockIdx.x + blockIdx.y) % 4 * (k / TILE::depth / 4 * TILE::depth) : 0;
    }

    __device__ __forceinline__ tensor_thread(const tensor_problem &p, int k, unsigned stages,
                                             int top, int left)
        : way{k, k, start_of(k) + TILE::depth, 0},
          x(p.x, p.first_batch + blockIdx.z, top, start_of(k)),
          y(p.y, p.first_batch + blockIdx.z, left, start_of(k)), filled(stages),
          last_stage(stages + (TILE::stages - 1) * stage_bytes)
    {
    }

    template <int NUMBER> __device__ __forceinline__ void copy()
    {
        if constexpr (NUMBER < x_count)
            x.template fetch<NUMBER>(filled, way);
        else
            y.template fetch<NUMBER - x_count>(filled + x_shape::bytes, way);
    }

    template <int FROM, int TO> __device__ __forceinline__ void copy_some()
    {
        warp_repeat<FROM, TO>([&](auto number) WARP_INLINE { this->template copy<number>(); });
    }

    /* What a step needs besides products and copies, in portions: a scheduler has one warp, which
     * does them while the tensor cores are at work. */
    template <int NUMBER> __device__ __forceinline__ void chore()
    {
        if constexpr (NUMBER == 0) {
            way.bytes = way.left > 0 ? 16 : 0;
            warp_now(way.bytes);
        }
        if constexpr (NUMBER == 1)
            x.choose_last(way);
        if constexpr (NUMBER == 2)
            y.choose_last(way);
        if constexpr (NUMBER == 3) {
            fill_step = filled == last_stage ? (1 - TILE::stages) * stage_bytes : +stage_bytes;
            warp_now(fill_step);
        }
        if constexpr (NUMBER == 4) { /* the stage that is read comes after it */
            read_step = filled == last_stage - stage_bytes ? (1 - TILE::stages) * stage_bytes
                                                           : +stage_bytes;
            warp_now(read_step);
        }
    }
    template <int FROM, int TO> __device__ __forceinline__ void chores()
    {
        warp_repeat<FROM, TO>([&](auto number) WARP_INLINE { this->template chore<number>(); });
    }

    /* All of a stage has been asked for. */
    __device__ __forceinline__ void stage_end()
    {
        warp_copies_end();
        filled += fill_step;
        way.left -= TILE::depth;
    }

    template <int PART, int I> __device__ __forceinline__ void load_x(tensor_operands<TILE> &to)
    {
        warp_load<!X_K, PART * x_part + I * x_next>(to.x[I], x_at);
    }
    template <int PART, int I> __device__ __forceinline__ void load_y(tensor_operands<TILE> &to)
    {
        warp_load<!Y_K, PART * y_part + I * y_next>(to.y[I], y_at);
    }

    /* Asks for a stage. */
    __device__ __forceinline__ void ask()
    {
        chores<0, 4>();
        copy_some<0, copies>();
        stage_end();
    }

    /* What needs no copies. Of a pair of groups the second has each eight rows of X exchanged:
     * so both keep the first half of their sums in the end. */
    __device__ __forceinline__ void prepare(unsigned first)
    {
        int lane = threadIdx.x % 32, low = lane % 8, m = lane / 8;
        int warp = threadIdx.x / 32, group = warp % TILE::groups;
        int warp_x = warp / TILE::groups / TILE::across * TILE::warp_x,
            warp_y = warp / TILE::groups % TILE::across * TILE::warp_y;
        x_at = first + group * (TILE::parts * x_part) +
               (X_K ? (warp_x + (lane % 16 ^ group * 8)) * x_shape::row_bytes + lane / 16 * 16
                    : (m / 2 * 8 + low) * x_shape::row_bytes + warp_x * 2 + (m % 2 ^ group) * 16);
        y_at = first + x_shape::bytes + group * (TILE::parts * y_part) +
               (Y_K ? (warp_y + m / 2 * 8 + low) * y_shape::row_bytes + m % 2 * 16
                    : (m % 2 * 8 + low) * y_shape::row_bytes + warp_y * 2 + m / 2 * 16);
        warp_now(x_at), warp_now(y_at);
#pragma unroll
        for (auto &sum : sums)
            warp_zero(sum);
    }

    /* Asks for the other stages but the last, and loads the first operands. */
    __device__ __forceinline__ void begin()
    {
#pragma unroll 1
        for (int stage = 1; stage < TILE::stages - 1; stage++)
            ask();
        chores<0, 3>();
        warp_copies_wait<TILE::stages - 2>();
        __syncthreads();
        warp_repeat<0, TILE::wide / 2>(
            [&](auto i) WARP_INLINE { this->template load_y<0, i>(operands[0]); });
        warp_repeat<0, TILE::high>([&](auto i)
                                       WARP_INLINE { this->template load_x<0, i>(operands[0]); });
    }

    /* The products of 16 k. Spread over them: operands of the next part, copies, and chores. */
    template <int PART, bool FIRST> __device__ __forceinline__ void multiply()
    {
        constexpr int next_part = (PART + 1) % TILE::parts;
        constexpr int from = FIRST ? 0 : next_part * copies / TILE::parts,
                      count = (next_part + 1) * copies / TILE::parts - from;
        tensor_operands<TILE> &now = operands[PART % 2], &next = operands[1 - PART % 2];
        warp_repeat<0, TILE::products>([&](auto number) WARP_INLINE {
            constexpr int product = number, i = product / TILE::wide, w = product % TILE::wide;
            warp_multiply((const T *)0, sums[product], now.x[i], now.y[w / 2][w % 2 * 2],
                          now.y[w / 2][w % 2 * 2 + 1]);
            if constexpr (w == TILE::wide / 2 - 1 && i < TILE::wide / 2)
                this->template load_y<next_part, i>(next);
            if constexpr (w == TILE::wide - 1)
                this->template load_x<next_part, i>(next);
            this->template copy_some<from + product * count / TILE::products,
                                     from + (product + 1) * count / TILE::products>();
            /* The first chores are those before a stage's copies, the others those behind them. */
            if constexpr (product % 4 == 1 && product / 4 < 5 && (product / 4 < 3) == (PART == 1))
                this->template chore<product / 4>();
        });
    }
    static_assert(TILE::wide / 2 <= TILE::high, "a row asks for one operand of Y");
    static_assert(TILE::products >= 20, "all chores have their turn");

    __device__ __forceinline__ void next_stage()
    {
        stage_end();
        x_at += read_step, y_at += read_step;
        warp_copies_wait<TILE::stages - 2>();
        __syncthreads();
    }
    __device__ __forceinline__ void go()
    {
        multiply<0, true>();
        next_stage();
#pragma unroll 1
        for (;;) {
            multiply<1, false>();
            if (way.left <= (1 - TILE::stages) * TILE::depth) /* without any k after one step */
                break;
            multiply<0, false>();
            next_stage();
        }
        warp_copies_wait<0>();
    }
};

/* What a block must know when it has its sums. */
template <class TILE>
static __device__ __forceinline__ void tensor_output_fill(tensor_output &o, const tensor_problem &p,
                                                          int top, int left)
{
    bool is_float = p.type == CUDA_R_32F;
    o.m = p.m, o.n = p.n, o.left = left, o.top = top;
    o.first_i = blockIdx.x * TILE::y_lines, o.first_j = blockIdx.y * TILE::x_lines;
    o.batch = p.first_batch + blockIdx.z;
    o.is_aligned = p.is_aligned, o.type = p.type, o.ldc = p.ldc, o.ldd = p.ldd;
    o.c = (const char *)p.c.first + o.batch * p.c.stride * (is_float ? 4 : 2);
    o.d = (char *)p.d.first + o.batch * p.d.stride * (is_float ? 4 : 2);
    o.alpha = tensor_factor(p.alpha), o.beta = tensor_factor(p.beta);
    o.epilogue = p.epilogue;
    o.packs = o.type != CUDA_R_32F && o.is_aligned && o.epilogue.kind == 0 && o.beta == 0 &&
              (o.left | o.m) % 8 == 0;
}

template <class TILE, class T, bool X_K, bool Y_K, bool WHOLE>
__global__ void __launch_bounds__(128) tensor_kernel(const tensor_problem p)
{
    typedef tensor_thread<TILE, T, X_K, Y_K, WHOLE> thread_of;
    extern __shared__ __align__(128) unsigned char tensor_stages[];
    __shared__ tensor_output output;
    int left = blockIdx.x * TILE::y_lines, top = blockIdx.y * TILE::x_lines;
    if (WHOLE) { /* The last block moves back; it does not store what others have. */
        left = min(left, p.m - TILE::y_lines);
        top = min(top, p.n - TILE::x_lines);
    }
    unsigned stages = (unsigned)__cvta_generic_to_shared(tensor_stages);
    thread_of thread(p, tensor_factor(p.alpha) == 0 ? 0 : p.k, stages, top, left);
    thread.ask();
    if (threadIdx.x == 0) /* while that is on its way */
        tensor_output_fill<TILE>(output, p, top, left);
    thread.prepare(stages);
    thread.begin();
    thread.go();
    __syncthreads(); /* nobody reads the stages any more */
    const tensor_sums<TILE> place;
    place.give((float4 *)tensor_stages, thread.sums);
    if (output.packs)
        tensor_store_packed<TILE, T>(output, place, tensor_stages, thread.sums);
    else
        tensor_store<TILE, T>(output, place, tensor_stages, thread.sums);
}

#endif
