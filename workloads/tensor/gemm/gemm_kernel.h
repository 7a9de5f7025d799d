/* SPDX-License-Identifier: BSD-3-Clause */
/* C = A B in tiles, with tensor cores: A of m x k and B of k x n halves, C of m x n floats, all by
 * rows.
 *
 * A block makes a tile of C. It goes along k in steps of 32: while its warps multiply what one
 * stage of shared memory has, cp.async brings what the stages after it will have. Each warp keeps
 * its part of the tile in registers, and asks for the operands of its next 16 columns before it
 * multiplies the present ones.
 *
 * Shared memory has the rows of a stage one after the other, in chunks of 16 bytes. A chunk's place
 * in its row is its number XOR a number of the row. So the eight rows that ldmatrix reads at a time
 * lie in different banks, without padding.
 */
#ifndef SIMGPU_TENSOR_GEMM_KERNEL_H
#define SIMGPU_TENSOR_GEMM_KERNEL_H

#include "../common/warp_matrix.h"

/* A tile of ROWS x COLUMNS of C by a block, of WARP_ROWS x WARP_COLUMNS by each of its warps. */
template <int ROWS, int COLUMNS, int DEPTH, int WARP_ROWS, int WARP_COLUMNS, int STAGES_>
struct gemm_tile {
    enum {
        rows = ROWS,
        columns = COLUMNS,
        depth = DEPTH,
        parts = DEPTH / 16, /* of a step: a warp's products have 16 columns of A */
        stages = STAGES_,
        warp_rows = WARP_ROWS,
        warp_columns = WARP_COLUMNS,
        warps_across = COLUMNS / WARP_COLUMNS,
        threads = 32 * (ROWS / WARP_ROWS) * (COLUMNS / WARP_COLUMNS),
        a_bytes = ROWS * depth * 2,
        b_bytes = COLUMNS * depth * 2,
        stage_bytes = a_bytes + b_bytes,
        shared_bytes = stage_bytes * STAGES_,
        high = WARP_ROWS / 16,  /* products of a warp, one below the other */
        wide = WARP_COLUMNS / 8 /* and side by side */
    };
};

/* Bytes from the start of A's stage: its rows have eight chunks, or four, so that two of them fill
 * the banks. */
template <class T> static __device__ __forceinline__ unsigned gemm_a_place(int row, int chunk)
{
    int turn = T::depth == 32 ? row >> 1 & 3 : row & 7;
    return (unsigned)(row * (T::depth * 2) + ((chunk ^ turn) << 4));
}

/* Bytes from the start of the whole stage: B's rows have eight chunks or more. */
template <class T> static __device__ __forceinline__ unsigned gemm_b_place(int row, int chunk)
{
    return (unsigned)(T::a_bytes + row * (T::columns * 2) + ((chunk ^ (row & 7)) << 4));
}

/* What a thread copies in each step: chunks of A and of B. Each next one lies so many rows below
 * that its place is a constant away. */
template <class T> struct gemm_copies {
    enum {
        a_across = T::depth / 8,
        across = T::columns / 8,
        a_jump = T::threads / a_across,
        b_jump = T::threads / across,
        a_count = T::rows / a_jump,
        count = a_count + T::depth / b_jump
    };
    static_assert(a_jump % 8 == 0 && b_jump % 8 == 0, "a jump must not change the order of chunks");
    const __half *a, *b;
    unsigned a_place, b_place; /* of the first chunk in the first stage */
    size_t a_stride, b_stride; /* from a chunk to the next one, in halves */
    size_t a_step;             /* from the last chunk to the next step's first one */

    __device__ __forceinline__ gemm_copies(unsigned first, const __half *a_tile,
                                           const __half *b_tile, int n, int k)
    {
        int row = threadIdx.x / a_across, chunk = threadIdx.x % a_across;
        a = a_tile + (size_t)row * k + chunk * 8;
        a_place = first + gemm_a_place<T>(row, chunk);
        row = threadIdx.x / across;
        chunk = threadIdx.x % across;
        b = b_tile + (size_t)row * n + chunk * 8;
        b_place = first + gemm_b_place<T>(row, chunk);
        a_stride = (size_t)a_jump * k;
        b_stride = (size_t)b_jump * n;
        a_step = T::depth - (a_count - 1) * a_stride;
    }

    /* Asks for chunk I of `count`; all of them in this order. */
    template <int I, int STAGE> __device__ __forceinline__ void fetch()
    {
        if constexpr (I < a_count) {
            copy_16<STAGE * T::stage_bytes + I *(a_jump * T::depth * 2)>(a_place, a);
            a += I + 1 < a_count ? a_stride : a_step;
        } else {
            copy_16<STAGE * T::stage_bytes + (I - a_count) * (b_jump * T::columns * 2)>(b_place, b);
            b += b_stride;
        }
    }
};

/* Where a warp finds its operands in a stage. A chunk's number and its row's are joined by XOR, so
 * further chunks of a row are an XOR away, and further rows a sum. */
template <class T> struct gemm_places {
    unsigned a[T::parts], b[T::wide / 2];

    __device__ __forceinline__ gemm_places(unsigned first, int row, int column)
    {
        int lane = threadIdx.x % 32;
#pragma unroll
        for (int part = 0; part < T::parts; part++)
            a[part] = first + gemm_a_place<T>(row + lane % 16, part * 2 + lane / 16);
#pragma unroll
        for (int j = 0; j < T::wide / 2; j++)
            b[j] = first + gemm_b_place<T>(lane % 16, column / 8 + j * 2 + lane / 16);
    }
};

/* The operands of a warp for 16 columns of A and as many rows of B: a part of a step. */
template <class T> struct gemm_operands {
    enum { count = T::high + T::wide / 2 };
    unsigned a[T::high][4];
    unsigned b[T::wide / 2][4];

    /* Number I of `count`. */
    template <int I, int STAGE, int PART>
    __device__ __forceinline__ void load(const gemm_places<T> &places)
    {
        if constexpr (I < T::high)
            load_4<STAGE * T::stage_bytes + I *(16 * T::depth * 2)>(a[I], places.a[PART]);
        else
            load_4_transposed<STAGE * T::stage_bytes + PART *(16 * T::columns * 2)>(
                b[I - T::high], places.b[I - T::high]);
    }
};

/* What a warp has at work. */
template <class T> struct gemm_warp {
    float sums[T::high][T::wide][4];
    gemm_operands<T> operands[2]; /* of this part and of the next one */
    gemm_places<T> places;
    gemm_copies<T> copies;

    enum { last = T::parts - 1, products = T::high * T::wide };

    /* How many of the operands for the next part have been asked for before product p: all after
     * two thirds of the products, so that they are there when it begins. */
    static constexpr __device__ int loads_before(int p)
    {
        return p * 3 >= products * 2 ? (int)gemm_operands<T>::count
                                     : p * 3 * (int)gemm_operands<T>::count / (products * 2);
    }

    /* The products of part PART in stage STAGE. Between them the warp asks for the operands of the
     * next part, if LOAD, and for chunks FROM to TO for stage FILLED. A warp that asked for all at
     * once would wait for room in the load/store unit's queue, while the tensor core has nothing to
     * do. */
    template <int STAGE, int PART, bool LOAD, int FILLED, int FROM, int TO>
    __device__ __forceinline__ void multiply()
    {
        enum {
            next = PART == last ? 0 : PART + 1,
            stage = PART == last ? (STAGE + 1) % T::stages : STAGE
        };
        const gemm_operands<T> &o = operands[PART % 2];
        repeat<products>([&](auto number) TENSOR_INLINE {
            constexpr int p = number, i = p / T::wide, j = p % T::wide;
            constexpr int load = LOAD ? loads_before(p) : 0, loads = LOAD ? loads_before(p + 1) : 0;
            constexpr int chunk = FROM + p * (TO - FROM) / products;
            multiply_add(sums[i][j], o.a[i], o.b[j / 2][j % 2 * 2], o.b[j / 2][j % 2 * 2 + 1]);
            repeat<loads - load>([&](auto more) TENSOR_INLINE {
                operands[next % 2].template load<load + more, stage, next>(places);
            });
            repeat<FROM + (p + 1) * (TO - FROM) / products - chunk>(
                [&](auto more) TENSOR_INLINE { copies.template fetch<chunk + more, FILLED>(); });
        });
    }

    /* All parts of a step but the last one, with the rest of the chunks of a later step. */
    template <int STAGE, bool FETCH, int FILLED> __device__ __forceinline__ void begin()
    {
        enum { count = FETCH ? (int)gemm_copies<T>::count : 0 };
        repeat<last>([&](auto number) TENSOR_INLINE {
            constexpr int part = number;
            this->template multiply<STAGE, part, true, FILLED, (part + 1) * count / T::parts,
                                    (part + 2) * count / T::parts>();
        });
        if (FILLED >= 0)
            copies_end();
        copies_wait<T::stages - 2>();
        __syncthreads(); /* The next step's stage is there, and nobody reads this one any more. */
    }

    /* The last part of the step in STAGE, then the others of the next step. With FETCH the stage is
     * filled again. */
    template <int STAGE, bool FETCH> __device__ __forceinline__ void go_on()
    {
        multiply<STAGE, last, true, STAGE, 0, FETCH ? gemm_copies<T>::count / T::parts : 0>();
        begin<(STAGE + 1) % T::stages, FETCH, STAGE>();
    }

    /* All steps, those of the stages in turn, so that places in stages stand in the instructions.
     * The last steps have nothing to fetch. */
    __device__ __forceinline__ void go(int left)
    {
        repeat<T::stages>([&](auto number) TENSOR_INLINE {
            constexpr int stage = number;
            if (stage < left)
                repeat<gemm_copies<T>::count>(
                    [&](auto chunk) TENSOR_INLINE { copies.template fetch<chunk, stage>(); });
            copies_end();
        });
        copies_wait<T::stages - 1>();
        __syncthreads();
        repeat<gemm_operands<T>::count>(
            [&](auto number) TENSOR_INLINE { operands[0].template load<number, 0, 0>(places); });
        begin<0, false, -1>();
#pragma unroll 1
        while (left > 1)
            repeat<T::stages>([&](auto number) TENSOR_INLINE {
                constexpr int stage = number;
                if (left > T::stages)
                    this->template go_on<stage, true>();
                else if (left > 1)
                    this->template go_on<stage, false>();
                left--;
            });
        multiply<0, last, false, 0, 0, 0>(); /* The stage does not matter: all is in registers. */
    }
};

/* Of two products side by side, an even lane and the next one have each two neighbours of both.
 * They exchange: the even one writes four of the left product, the odd one of the right product. So
 * a row is 64 bytes at a time. */
template <class T>
static __device__ __forceinline__ void gemm_store(float *c, int n,
                                                  const float (&sums)[T::high][T::wide][4])
{
    int lane = threadIdx.x % 32, odd = lane & 1;
    c += (size_t)(lane / 4) * n + odd * 8 + lane % 4 / 2 * 4;
#pragma unroll
    for (int i = 0; i < T::high * 2; i++, c += (size_t)8 * n)
#pragma unroll
        for (int j = 0; j < T::wide; j += 2) {
            float l0 = sums[i / 2][j][i % 2 * 2], l1 = sums[i / 2][j][i % 2 * 2 + 1];
            float r0 = sums[i / 2][j + 1][i % 2 * 2], r1 = sums[i / 2][j + 1][i % 2 * 2 + 1];
            float x = __shfl_xor_sync(~0u, odd ? l0 : r0, 1);
            float y = __shfl_xor_sync(~0u, odd ? l1 : r1, 1);
            store_4(c + j * 8, odd ? x : l0, odd ? y : l1, odd ? r0 : x, odd ? r1 : y);
        }
}

/* A tile of C by this block. A grid has n / columns by m / rows blocks, rounded up. k is a multiple
 * of the depth, n of 8. Where tiles don't fit m or n, the last ones overlap the ones before: some
 * of C is written twice, with the same values. */
template <class T>
static __device__ __forceinline__ void gemm_block(const __half *a, const __half *b, float *c, int m,
                                                  int n, int k)
{
    extern __shared__ __align__(128) unsigned char gemm_stages[];
    unsigned first = shared_place(gemm_stages);
    int top = min((int)blockIdx.y * T::rows, m - T::rows);
    int left = min((int)blockIdx.x * T::columns, n - T::columns);
    int row = threadIdx.x / 32 / T::warps_across * T::warp_rows;
    int column = threadIdx.x / 32 % T::warps_across * T::warp_columns;
    gemm_warp<T> warp = {
        {},
        {},
        gemm_places<T>(first, row, column),
        gemm_copies<T>(first, a + (size_t)top * k, b + left, n, k),
    };

    warp.go(k / T::depth);
    gemm_store<T>(c + (size_t)(top + row) * n + left + column, n, warp.sums);
}

template <class T>
__global__ void __launch_bounds__(T::threads)
    gemm(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int m,
         int n, int k)
{
    gemm_block<T>(a, b, c, m, n, k);
}

#endif
