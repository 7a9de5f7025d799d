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
    cudaDataType type;
    const void *c; /* of this batch */
    void *d;
    long long ldc, ldd;
    float alpha, beta;
    gemm_epilogue epilogue;
};

/* A tile's sums in shared memory, a row for each column of D. With 8 more in a row, a warp's pairs
 * lie in different banks. */
template <class TILE> struct tensor_sums {
    enum {
        ld = TILE::y_lines + 8,
        count = TILE::x_lines * ld, /* of each group */
        bytes = TILE::groups * count * 4
    };

    /* at: where the first of a lane's sums belongs. */
    static __device__ __forceinline__ void put(float *at, const float (&sums)[TILE::products][4])
    {
#pragma unroll
        for (int f = 0; f < TILE::products; f++) {
            float *to = at + f / TILE::wide * (16 * ld) + f % TILE::wide * 8;
            *(float2 *)to = make_float2(sums[f][0], sums[f][1]);
            *(float2 *)(to + 8 * ld) = make_float2(sums[f][2], sums[f][3]);
        }
    }

    /* Four neighbours, of all groups. */
    static __device__ __forceinline__ float4 get(const float *at)
    {
        float4 sum = *(const float4 *)at;
        if (TILE::groups == 2) {
            float4 more = *(const float4 *)(at + count);
            sum.x += more.x, sum.y += more.y, sum.z += more.z, sum.w += more.w;
        }
        return sum;
    }
    static __device__ __forceinline__ float get_one(const float *at)
    {
        return TILE::groups == 2 ? at[0] + at[count] : at[0];
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
            value[t] = tensor_sums<TILE>::get(sums);
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
static __device__ __forceinline__ void tensor_store(const tensor_output &o, const float *sums)
{
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
            tensor_store_one(o, tensor_sums<TILE>::get_one(sum), i, j);
    }
}

#endif
