/* SPDX-License-Identifier: BSD-3-Clause */
/* How well a way to cut a tile's sorted pixels into clusters fits, and the two colours that it
 * gives; the table of ways. For GPU and CPU.
 *
 * Source: S. Brown, "DXT Compression Techniques", 2006.
 */
#ifndef SIMGPU_PROGRAMS_DXT_FIT_H
#define SIMGPU_PROGRAMS_DXT_FIT_H

#include "../common/program.h"

/* Ways to cut 16 pixels into four clusters in a row, which may be empty, and into three. */
enum { PIXELS = 16, WAYS = 969, WAYS_OF_THREE = 153, POWERS = 8 };

/* The two colours, from 0 to 1, and the sum of squares less that of the pixels alone. */
struct fit {
    float3 first, second;
    float error;
};

__host__ __device__ static inline float on_grid(float value, float steps)
{
    return floorf(fminf(fmaxf(value, 0.0f), 1.0f) * steps + 0.5f) / steps;
}

/* Colours as they are stored: 5, 6 and 5 bits. */
__host__ __device__ static inline float3 rounded(float3 colour)
{
    return make_float3(on_grid(colour.x, 31), on_grid(colour.y, 63), on_grid(colour.z, 31));
}

__host__ __device__ static inline unsigned packed(float3 colour)
{
    return (unsigned)(colour.x * 31 + 0.5f) << 11 | (unsigned)(colour.y * 63 + 0.5f) << 5 |
           (unsigned)(colour.z * 31 + 0.5f);
}

/* One channel's part of the error. */
__host__ __device__ static inline float error_of(float first, float second, float aa, float bb,
                                                 float ab, float ax, float bx)
{
    return first * first * aa + second * second * bb +
           2 * (first * second * ab - first * ax - second * bx);
}

/* `sorted` is read anew for each way: kept in registers, it would take 48 of a thread's.
 * A pixel's code in `way`: 0 the first colour, 1 the second, 2 and 3 a third of the way to the one
 * of the two that code & 1 says from the other; or, with three clusters, 2 in the middle. */
template <bool three>
__host__ __device__ static inline struct fit fit_of(const volatile float3 *sorted, float3 sum,
                                                    unsigned way)
{
    float aa = 0, bb = 0, ab = 0;
    float3 ax = {0, 0, 0};
#pragma unroll
    for (int i = 0; i < PIXELS; i++) {
        unsigned code = way >> 2 * i;
        float b = (float)(code & 1);
        if (code & 2)
            b = three ? 0.5f : (1 + b) * (1 / 3.0f);
        float a = 1 - b;
        aa += a * a;
        bb += b * b;
        ab += a * b;
        ax.x += a * sorted[i].x;
        ax.y += a * sorted[i].y;
        ax.z += a * sorted[i].z;
    }
    float3 bx = {sum.x - ax.x, sum.y - ax.y, sum.z - ax.z};
    float determinant = aa * bb - ab * ab, factor = determinant > 1e-4f ? 1 / determinant : 0;
    struct fit fit;
    fit.first =
        rounded(make_float3((ax.x * bb - bx.x * ab) * factor, (ax.y * bb - bx.y * ab) * factor,
                            (ax.z * bb - bx.z * ab) * factor));
    fit.second =
        rounded(make_float3((bx.x * aa - ax.x * ab) * factor, (bx.y * aa - ax.y * ab) * factor,
                            (bx.z * aa - ax.z * ab) * factor));
    fit.error = error_of(fit.first.x, fit.second.x, aa, bb, ab, ax.x, bx.x) +
                error_of(fit.first.y, fit.second.y, aa, bb, ab, ax.y, bx.y) +
                error_of(fit.first.z, fit.second.z, aa, bb, ab, ax.z, bx.z);
    return fit;
}

/* With four colours: a function that kernels call, so that the suite has one of many values. */
__host__ __device__ __noinline__ static struct fit fit_of_four(const volatile float3 *sorted,
                                                               float3 sum, unsigned way)
{
    return fit_of<false>(sorted, sum, way);
}

/* Codes along the order: 0, then 2, then 3, then 1. Those without a 3 come first. */
static inline void make_ways(unsigned ways[WAYS])
{
    int n = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int firsts = 0; firsts <= PIXELS; firsts++)
            for (int twos = 0; twos <= PIXELS - firsts; twos++)
                for (int threes = pass; threes <= (pass ? PIXELS - firsts - twos : 0); threes++) {
                    unsigned way = 0;
                    for (int i = firsts; i < PIXELS; i++)
                        way |= (i < firsts + twos            ? 2u
                                : i < firsts + twos + threes ? 3u
                                                             : 1u)
                               << 2 * i;
                    ways[n++] = way;
                }
}

#endif
