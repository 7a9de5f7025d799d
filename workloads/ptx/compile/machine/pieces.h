/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of this folder share: they are compiled to bitcode, by clang alone. */
#ifndef SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_PIECES_H
#define SIMGPU_WORKLOADS_PTX_COMPILE_MACHINE_PIECES_H

#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#pragma STDC FP_CONTRACT OFF

/* A function that becomes part of its callers. */
#define PIECE __attribute__((always_inline))
/* One that is called: code for the unusual case. */
#define PART __attribute__((noinline))

#define EVERY_LANE _Pragma("clang loop vectorize(assume_safety)") for (unsigned i = 0; i < 32; i++)

/* The signs of 32 words as a mask. */
static inline __attribute__((always_inline)) uint32_t mask_of(const int32_t word[32])
{
#if defined __AVX512DQ__
    return (uint32_t)_mm512_movepi32_mask(_mm512_loadu_si512(word)) |
           (uint32_t)_mm512_movepi32_mask(_mm512_loadu_si512(word + 16)) << 16;
#elif defined __AVX__
    uint32_t mask = 0;
    for (unsigned i = 0; i < 32; i += 8)
        mask |= (uint32_t)_mm256_movemask_ps(_mm256_loadu_ps((const float *)(word + i))) << i;
    return mask;
#else
    uint32_t mask = 0;
    for (unsigned i = 0; i < 32; i += 4)
        mask |= (uint32_t)_mm_movemask_ps(_mm_loadu_ps((const float *)(word + i))) << i;
    return mask;
#endif
}

/* Eight long words side by side. */
typedef uint64_t longs8 __attribute__((vector_size(64), aligned(8), may_alias));
typedef int64_t signs8 __attribute__((vector_size(64)));

static inline __attribute__((always_inline)) longs8 longs8_at(const uint64_t *words)
{
    return *(const longs8 *)words;
}

#ifdef __AVX__
/* Four of the eight. */
static inline __attribute__((always_inline)) __m256i half_of(longs8 all, unsigned half)
{
    __m256i halves[2];
    memcpy(halves, &all, sizeof halves);
    return halves[half];
}
#endif

/* The signs of eight long words as a mask. */
static inline __attribute__((always_inline)) uint32_t mask_of_signs(signs8 sign)
{
#if defined __AVX512DQ__
    return _mm512_movepi64_mask((__m512i)sign);
#elif defined __AVX__
    return (uint32_t)_mm256_movemask_pd((__m256d)half_of((longs8)sign, 0)) |
           (uint32_t)_mm256_movemask_pd((__m256d)half_of((longs8)sign, 1)) << 4;
#else
    uint32_t mask = 0;
    for (unsigned i = 0; i < 8; i++)
        mask |= (uint32_t)(sign[i] < 0) << i;
    return mask;
#endif
}

static inline __attribute__((always_inline)) bool all_zero(longs8 words)
{
#if defined __AVX512DQ__ || !defined __AVX__
    return mask_of_signs((signs8)(words != 0)) == 0;
#else
    const __m256i any = half_of(words, 0) | half_of(words, 1);
    return _mm256_testz_si256(any, any);
#endif
}

#endif
