/* SPDX-License-Identifier: BSD-3-Clause */
/* How a block's sums become results: they go through shared memory, so that a warp has
 * neighbours of a column of D, and a short loop does all that may happen to them. */
#ifndef SIMGPU_CUBLAS_TENSOR_STORE_H
#define SIMGPU_CUBLAS_TENSOR_STORE_H

#include "epilogue.h"
#include "tensor_copies.h"

struct tensor_problem {
    int m, n, k, first_batch;
    tensor_operand x, y;
    batch_of c, d;
    long long ldc, ldd;
    factor<float> alpha, beta;
    cudaDataType type; /* of C and D */
    bool is_aligned;   /* C's and D's columns begin at multiples of 16 bytes */
    gemm_epilogue epilogue;
};

/* What is done with the sums, and where a block's tile lies in D. Blocks keep it in shared memory
 * until they need it: their loops have better use for the registers. */
struct tensor_output {
    int m, n;
    int left, top;        /* of the tile; */
    int first_i, first_j; /* only from here on it is the block's */
    int batch;
    bool is_aligned;
    bool packs; /* results of two bytes go to memory in eights, and only alpha is done to them */
    cudaDataType type;
    const void *c; /* of this batch */
    void *d;
    long long ldc, ldd;
    float alpha, beta;
    gemm_epilogue epilogue;
};

/* A warp's place in the tile. Of two groups that share a piece of the tile each keeps the sums of
 * half of the rows: eight of sixteen. */
template <class TILE> struct tensor_sums {
    enum {
        kept = TILE::groups == 2 ? 2 : 4, /* of a product's four sums in a lane */
        rows = 4 * kept,                  /* ... and of its sixteen rows */
        exchanged = TILE::groups == 2 ? TILE::threads * TILE::products * 8 : 0, /* bytes */
        ld = TILE::y_lines + 8, /* with 8 more, a warp's pairs lie in different banks */
        bytes = exchanged + TILE::x_lines * ld * 4
    };
    unsigned lane, warp;
    unsigned top, left; /* the first row that it keeps, and its first column */

    __device__ __forceinline__ tensor_sums()
    {
        unsigned thread = warp_thread();
        lane = thread % 32, warp = thread / 32;
        unsigned piece = warp / TILE::groups;
        top = piece / TILE::across * TILE::warp_x + warp % TILE::groups * 8;
        left = piece % TILE::across * TILE::warp_y;
    }

    /* Gives the other group's rows away. */
    __device__ __forceinline__ void give(float4 *room, const float (&sums)[TILE::products][4]) const
    {
        if (TILE::groups == 1)
            return;
        float4 *given = room + warp * (TILE::products * 16) + lane;
#pragma unroll
        for (int f = 0; f < TILE::products; f += 2)
            given[f * 16] = make_float4(sums[f][2], sums[f][3], sums[f + 1][2], sums[f + 1][3]);
        __syncthreads();
    }

    /* Adds what the other group has given for rows of products FROM to TO. */
    template <int FROM, int TO>
    __device__ __forceinline__ void get(const float4 *room, float (&sums)[TILE::products][4]) const
    {
        if (TILE::groups == 1)
            return;
        enum { first = FROM * TILE::wide, count = (TO - FROM) * TILE::wide / 2 };
        const float4 *got = room + (warp ^ 1) * (TILE::products * 16) + lane;
        float4 more[count];
#pragma unroll
        for (int f = 0; f < count; f++)
            more[f] = got[first * 16 + f * 32];
#pragma unroll
        for (int f = 0; f < count; f++) {
            float(&even)[4] = sums[first + 2 * f], (&odd)[4] = sums[first + 2 * f + 1];
            even[0] += more[f].x, even[1] += more[f].y;
            odd[0] += more[f].z, odd[1] += more[f].w;
        }
    }

    /* The tile in shared memory, a row for each column of D. */
    __device__ __forceinline__ void put(float *tile, const float (&sums)[TILE::products][4]) const
    {
        float *at = tile + (top + lane / 4) * ld + left + lane % 4 * 2;
#pragma unroll
        for (int f = 0; f < TILE::products; f++) {
            float *to = at + f / TILE::wide * (16 * ld) + f % TILE::wide * 8;
            *(float2 *)to = make_float2(sums[f][0], sums[f][1]);
            if (kept == 4)
                *(float2 *)(to + 8 * ld) = make_float2(sums[f][2], sums[f][3]);
        }
    }
};

/* A factor. The compiler must not choose between two addresses: that of a parameter would bring all
 * of them into local memory. */
static __device__ __forceinline__ float tensor_factor(const factor<float> &f)
{
    float value = f.value;
    asm volatile("" : "+f"(value));
    return f.device ? *f.device : value;
}

/* Four neighbours from and to memory. */
template <class T> struct tensor_four {
    static __device__ __forceinline__ float4 load(const T *from)
    {
        return make_float4(convert<float>(from[0]), convert<float>(from[1]),
                           convert<float>(from[2]), convert<float>(from[3]));
    }
    static __device__ __forceinline__ void store(T *to, float4 value)
    {
        *(uint2 *)to = make_uint2(warp_pair((const T *)0, value.x, value.y),
                                  warp_pair((const T *)0, value.z, value.w));
    }
};
template <> struct tensor_four<float> {
    static __device__ __forceinline__ float4 load(const float *from)
    {
        return *(const float4 *)from;
    }
    static __device__ __forceinline__ void store(float *to, float4 value)
    {
        *(float4 *)to = value;
    }
};

/* One result. */
static __device__ __forceinline__ void tensor_store_one(const tensor_output &o, float value, int i,
                                                        int j)
{
    value *= o.alpha;
    if (o.beta != 0)
        value = fmaf(o.beta, typed_load(o.c, o.type, i + j * o.ldc), value);
    if (o.epilogue.kind)
        value = epilogue_apply(o.epilogue, value, i, j, o.batch);
    typed_store(o.d, o.type, i + j * o.ldd, value);
}

/* All results of a tile in fours, where there is no epilogue and all is aligned. Each thread has
 * the same rows of D in every turn. It asks for the sums of some turns at once. */
template <class TILE, class U, bool WITH_C>
static __device__ __forceinline__ void tensor_store_fours(const tensor_output &o, const float *sums)
{
    enum { across = TILE::y_lines / 4, rows = TILE::threads / across, turns = 4 };
    static_assert(TILE::x_lines % (rows * turns) == 0, "no turn is left over");
    float alpha = o.alpha, beta = o.beta;
    int row = threadIdx.x / across, column = threadIdx.x % across * 4, i = o.left + column,
        j = o.top + row, first_j = o.first_j, end_j = o.n;
    if (i < o.first_i || i >= o.m)
        return;
    const U *c = (const U *)o.c + i + j * o.ldc;
    U *d = (U *)o.d + i + j * o.ldd;
    long long c_step = rows * o.ldc, d_step = rows * o.ldd;
    sums += row * tensor_sums<TILE>::ld + column;
#pragma unroll 1
    for (int turn = 0; turn < TILE::x_lines / rows; turn += turns) {
        float4 value[turns], old[turns];
#pragma unroll
        for (int t = 0; t < turns; t++, sums += rows * tensor_sums<TILE>::ld) {
            value[t] = *(const float4 *)sums;
            if (WITH_C && j + t * rows >= first_j && j + t * rows < end_j)
                old[t] = tensor_four<U>::load(c + t * c_step);
        }
#pragma unroll
        for (int t = 0; t < turns; t++, j += rows, d += d_step) {
            float4 &v = value[t];
            v.x *= alpha, v.y *= alpha, v.z *= alpha, v.w *= alpha;
            if (WITH_C) {
                v.x = fmaf(beta, old[t].x, v.x), v.y = fmaf(beta, old[t].y, v.y);
                v.z = fmaf(beta, old[t].z, v.z), v.w = fmaf(beta, old[t].w, v.w);
            }
            if (j >= first_j && j < end_j)
                tensor_four<U>::store(d, v);
        }
        c += turns * c_step;
    }
}

template <class TILE, class U>
static __device__ __forceinline__ void tensor_store_type(const tensor_output &o, const float *sums)
{
    if (o.beta == 0)
        tensor_store_fours<TILE, U, false>(o, sums);
    else
        tensor_store_fours<TILE, U, true>(o, sums);
}

template <class TILE, class T>
static __device__ __forceinline__ void
tensor_store(const tensor_output &o, const tensor_sums<TILE> &place, unsigned char *room,
             float (&kept)[TILE::products][4])
{
    float *tile = (float *)(room + tensor_sums<TILE>::exchanged);
    place.template get<0, TILE::high>((const float4 *)room, kept);
    place.put(tile, kept);
    __syncthreads();
    const float *sums = tile;
    if (o.is_aligned && o.epilogue.kind == 0 && o.left % 4 == 0 && o.m % 4 == 0) {
        if (o.type == CUDA_R_32F)
            tensor_store_type<TILE, float>(o, sums);
        else
            tensor_store_type<TILE, T>(o, sums);
        return;
    }
#pragma unroll 1
    for (int e = threadIdx.x; e < TILE::x_lines * TILE::y_lines; e += TILE::threads) {
        int row = e / TILE::y_lines, column = e % TILE::y_lines;
        int i = o.left + column, j = o.top + row;
        const float *sum = sums + row * tensor_sums<TILE>::ld + column;
        if (i >= o.first_i && i < o.m && j >= o.first_j && j < o.n)
            tensor_store_one(o, *sum, i, j);
    }
}

/* Results that a warp packs: it turns them in shared memory of its own, so that eight lanes have
 * 128 bytes of a column of D. */
template <class TILE, class T> struct tensor_packed {
    typedef tensor_sums<TILE> own;
    enum {
        across = TILE::warp_y / 8, /* lanes that share a column of D */
        down = 32 / across,        /* columns at a time */
        columns = TILE::high * own::rows,
        ld = TILE::warp_y / 2 + 4 /* words */
    };
    static_assert(4 * columns * ld * 4 <= own::bytes - own::exchanged && own::rows % down == 0, "");
    unsigned *put, *get;
    unsigned above, all; /* columns of D before this lane's first one, of those that are stored */
    long long ldd;
    T *to;
    float alpha;

    __device__ __forceinline__ tensor_packed(const tensor_output &o, const own &place,
                                             unsigned *room)
    {
        unsigned lane = place.lane, *mine = room + place.warp * (columns * ld);
        int i = o.left + place.left + lane % across * 8, j = o.top + place.top + lane / across;
        put = mine + lane / 4 * ld + lane % 4;
        get = mine + lane / across * ld + lane % across * 4;
        above = j - o.first_j, all = i >= o.first_i && i < o.m ? o.n - o.first_j : 0;
        ldd = o.ldd, alpha = o.alpha;
        to = (T *)o.d + i + j * ldd;
    }

    /* The column of D in the tile where turn number TURN of a warp is. */
    static constexpr __device__ int column(int turn)
    {
        return turn * down / own::rows * 16 + turn * down % own::rows;
    }

    /* Rows of products FROM to TO. */
    template <int FROM, int TO>
    __device__ __forceinline__ void store(const float (&sums)[TILE::products][4]) const
    {
        enum { first = FROM * TILE::wide, end = TO * TILE::wide, pairs = own::kept / 2 };
        enum { turn = FROM * own::rows / down, turns = (TO - FROM) * own::rows / down };
        unsigned packed[2][pairs], value[turns][4];
#pragma unroll
        for (int f = first; f <= end; f++) { /* a pair is put while the next one is made */
#pragma unroll
            for (int h = 0; h < pairs && f < end; h++)
                packed[f % 2][h] =
                    warp_pair((const T *)0, sums[f][2 * h] * alpha, sums[f][2 * h + 1] * alpha);
#pragma unroll
            for (int h = 0; h < pairs && f > first; h++)
                put[((f - 1) / TILE::wide * own::rows + h * 8) * ld + (f - 1) % TILE::wide * 4] =
                    packed[1 - f % 2][h];
        }
        __syncwarp();
        T *at[turns];
#pragma unroll
        for (int t = 0; t < turns; t++) {
            uint4 v = *(const uint4 *)(get + (turn + t) * down * ld);
            value[t][0] = v.x, value[t][1] = v.y, value[t][2] = v.z, value[t][3] = v.w;
            at[t] = to + column(turn + t) * ldd;
            warp_now(at[t]);
        }
#pragma unroll
        for (int t = 0; t < turns; t++)
            if (above + column(turn + t) < all)
                warp_store(at[t], value[t]);
    }
};

/* All results of a block that packs, in two halves: while the first one goes to memory, a warp is
 * at work at the second. */
template <class TILE, class T>
static __device__ __forceinline__ void
tensor_store_packed(const tensor_output &o, const tensor_sums<TILE> &place, unsigned char *room,
                    float (&sums)[TILE::products][4])
{
    enum { half = (TILE::high + 1) / 2 };
    const tensor_packed<TILE, T> packed(o, place,
                                        (unsigned *)(room + tensor_sums<TILE>::exchanged));
    place.template get<0, half>((const float4 *)room, sums);
    packed.template store<0, half>(sums);
    place.template get<half, TILE::high>((const float4 *)room, sums);
    packed.template store<half, TILE::high>(sums);
}

#endif
