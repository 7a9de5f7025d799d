/* SPDX-License-Identifier: BSD-3-Clause */
/* Products for one vector instruction set: that for which this is compiled. A file that includes
 * this defines PRODUCT, what stands before its functions. No include guard, as it may be several
 * sets' in one program; see product.h. */
#include "base/half.h"
#include "workloads/ptx/exec/tensor/product.h"
#include "workloads/ptx/exec/tensor/tensor.h"

#include <string.h>
#if defined __AVX2__
#include <immintrin.h>
#endif

/* All of it goes into PRODUCT's functions: a kernel that is compiled is linked with no others. */
#define PRODUCT_PART static inline __attribute__((always_inline))

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#define PRODUCT_LOOP                                                                               \
    _Pragma("clang loop vectorize(assume_safety)") for (unsigned i = 0; i < 32; i++)
#else
#define PRODUCT_LOOP _Pragma("GCC ivdep") for (unsigned i = 0; i < 32; i++)
#endif

enum { PRODUCT_REGISTERS = 8 /* of A */, FLOAT_ELEMENTS = 4, INTEGER_ELEMENTS = 8 };
enum { FLOAT_DEPTH = 32, DOUBLE_DEPTH = 16, INTEGER_DEPTH = 64 };

typedef uint32_t __attribute__((may_alias)) product_word;
typedef uint64_t __attribute__((may_alias)) product_long;

/* In each four of a vector, lane t for all. */
#define SPREAD_4(v, t) __builtin_shufflevector(v, v, t, t, t, t)
#define SPREAD_8(v, t) __builtin_shufflevector(v, v, FOUR(t), FOUR(4 + (t)))
#define SPREAD_16(v, t)                                                                            \
    __builtin_shufflevector(v, v, FOUR(t), FOUR(4 + (t)), FOUR(8 + (t)), FOUR(12 + (t)))
#define FOUR(t) t, t, t, t
/* Four lanes, all through a vector: one instruction, for which gcc 12 has a store, a wait and a
 * load if it is written as a shuffle. */
#define REPEAT_4(v) v
#if defined __AVX512F__
#define REPEAT_8(v)  _mm512_broadcast_f64x4((__m256d)(v))
#define REPEAT_16(v) _mm512_broadcast_i32x4((__m128i)(v))
#elif defined __AVX2__
#define REPEAT_8(v) _mm256_broadcastsi128_si256((__m128i)(v))
#endif
#define SPREAD(width, v, t)    SPREAD_OF(width, v, t)
#define SPREAD_OF(width, v, t) SPREAD_##width(v, t)
#define REPEAT(width, v)       REPEAT_OF(width, v)
#define REPEAT_OF(width, v)    REPEAT_##width(v)

#define PLAIN_ADD(a, b, c) ((a) * (b) + (c))
#if defined __AVX512F__
#define FLOAT_WIDTH        16
#define DOUBLE_WIDTH       8
#define FLOAT_ADD(a, b, c) ((floats_vector)_mm512_fmadd_ps((__m512)(a), (__m512)(b), (__m512)(c)))
#define DOUBLE_ADD(a, b, c)                                                                        \
    ((doubles_vector)_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))
#elif defined __AVX2__ && defined __FMA__
#define FLOAT_WIDTH        8
#define DOUBLE_WIDTH       4
#define FLOAT_ADD(a, b, c) ((floats_vector)_mm256_fmadd_ps((__m256)(a), (__m256)(b), (__m256)(c)))
#define DOUBLE_ADD(a, b, c)                                                                        \
    ((doubles_vector)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#else
#define FLOAT_WIDTH         4
#define DOUBLE_WIDTH        4
#define FLOAT_ADD(a, b, c)  floats_fused(a, b, c)
#define DOUBLE_ADD(a, b, c) doubles_fused(a, b, c)
#define PRODUCT_BY_NUMBER   1 /* a fused product is slow: only where it makes a difference */
typedef float floats_number_vector __attribute__((vector_size(16), aligned(16), may_alias));
typedef double doubles_number_vector __attribute__((vector_size(32), aligned(16), may_alias));
PRODUCT_PART floats_number_vector floats_fused(floats_number_vector a, floats_number_vector b,
                                               floats_number_vector c)
{
    for (unsigned i = 0; i < 4; i++)
        c[i] = __builtin_fmaf(a[i], b[i], c[i]);
    return c;
}
#define doubles_fused(a, b, c)                                                                     \
    ((doubles_number_vector){                                                                      \
        __builtin_fma((a)[0], (b)[0], (c)[0]), __builtin_fma((a)[1], (b)[1], (c)[1]),              \
        __builtin_fma((a)[2], (b)[2], (c)[2]), __builtin_fma((a)[3], (b)[3], (c)[3])})
#define NUMBER       float
#define WIDTH        FLOAT_WIDTH
#define ELEMENTS     FLOAT_ELEMENTS
#define NAME(word)   shorts_##word
#define ADD(a, b, c) PLAIN_ADD(a, b, c)
#include "workloads/ptx/exec/tensor/product_sums.h"
#endif

#define NUMBER       float
#define WIDTH        FLOAT_WIDTH
#define ELEMENTS     FLOAT_ELEMENTS
#define NAME(word)   floats_##word
#define ADD(a, b, c) FLOAT_ADD(a, b, c)
#include "workloads/ptx/exec/tensor/product_sums.h"

#define NUMBER       double
#define WIDTH        DOUBLE_WIDTH
#define ELEMENTS     1
#define NAME(word)   doubles_##word
#define ADD(a, b, c) DOUBLE_ADD(a, b, c)
#include "workloads/ptx/exec/tensor/product_sums.h"

#define NUMBER       int32_t
#define WIDTH        FLOAT_WIDTH
#define ELEMENTS     INTEGER_ELEMENTS
#define NAME(word)   integers_##word
#define ADD(a, b, c) PLAIN_ADD(a, b, c)
#include "workloads/ptx/exec/tensor/product_sums.h"

/* ---- elements as numbers -------------------------------------------------------------------- */

PRODUCT_PART void widen_pairs(const product_word *words, float to[FLOAT_ELEMENTS][32])
{
#if defined __AVX512F__
    for (unsigned i = 0; i < 32; i += 16) {
        const __m512i both = _mm512_loadu_si512(words + i);
        const __m512i high = _mm512_srli_epi32(both, 16);
        _mm512_storeu_ps(to[0] + i, _mm512_cvtph_ps(_mm512_cvtepi32_epi16(both)));
        _mm512_storeu_ps(to[1] + i, _mm512_cvtph_ps(_mm512_cvtepi32_epi16(high)));
    }
#else
    PRODUCT_LOOP to[0][i] = f16_low(words[i]);
    PRODUCT_LOOP to[1][i] = f16_high(words[i]);
#endif
}

/* A .e4m3, from a float with the same fraction and a too small exponent: exact. */
PRODUCT_PART float widen_e4m3(uint32_t byte)
{
    const float scaled = half_float_of((byte & 0x7f) << 20) * 0x1p120f;
    const uint32_t special = (byte & 0x7f) == 0x7f ? 0x7f800000 : 0;
    return half_float_of(half_bits_of(scaled) | special | (byte & 0x80) << 24);
}

/* The floats of a register: element e of lane i is to[e][i]. Returns how many a lane has. */
PRODUCT_PART unsigned widen_floats(enum tensor_type type, const product_word *words,
                                   float to[FLOAT_ELEMENTS][32])
{
    if (type == TENSOR_F16) {
        widen_pairs(words, to);
        return 2;
    }
    if (type == TENSOR_BF16) {
        PRODUCT_LOOP to[0][i] = bf16_low(words[i]);
        PRODUCT_LOOP to[1][i] = bf16_high(words[i]);
        return 2;
    }
    if (type == TENSOR_TF32) {
        PRODUCT_LOOP to[0][i] = half_float_of(words[i] & 0xffffe000u);
        return 1;
    }
    for (unsigned e = 0; e < 4; e++)
        if (type == TENSOR_E4M3)
            PRODUCT_LOOP to[e][i] = widen_e4m3(words[i] >> 8 * e & 0xff);
        else
            PRODUCT_LOOP to[e][i] = f16_to_float((words[i] >> 8 * e & 0xff) << 8);
    return 4;
}

PRODUCT_PART unsigned widen_integers(enum tensor_type type, const product_word *words,
                                     int32_t to[INTEGER_ELEMENTS][32])
{
    const unsigned bits = type == TENSOR_S8 || type == TENSOR_U8 ? 8 : 4, n = 32 / bits;
    const bool is_signed = type == TENSOR_S8 || type == TENSOR_S4;
    for (unsigned e = 0; e < n; e++)
        if (is_signed)
            PRODUCT_LOOP to[e][i] = (int32_t)(words[i] << (32 - bits * (e + 1))) >> (32 - bits);
        else
            PRODUCT_LOOP to[e][i] = (int32_t)(words[i] << (32 - bits * (e + 1)) >> (32 - bits));
    return n;
}

/* ---- products ------------------------------------------------------------------------------- */

#define FORM_D(form)         ((enum tensor_type)((form)&0xf))
#define FORM_A(form)         ((enum tensor_type)((form) >> 4 & 0xf))
#define FORM_B(form)         ((enum tensor_type)((form) >> 8 & 0xf))
#define FORM_C(form)         ((enum tensor_type)((form) >> 12 & 0xf))
#define FORM_HALVES(form)    ((form) >> 16 & 0xf)
#define FORM_DEPTH(form)     ((form) >> 20 & 0x7f)
#define FORM_SATURATES(form) ((form) >> 31)

PRODUCT_PART void read_float_sums(uint32_t form, const void *const *c, float sums[4][32])
{
    if (FORM_C(form) != TENSOR_F16) {
        for (unsigned r = 0; r < 4; r++)
            memcpy(sums[r], c[r], sizeof sums[r]);
        return;
    }
    for (unsigned h = 0; h < 2; h++) {
        const product_word *words = c[h];
        PRODUCT_LOOP sums[2 * h][i] = f16_low(words[i]);
        PRODUCT_LOOP sums[2 * h + 1][i] = f16_high(words[i]);
    }
}

PRODUCT_PART void write_float_sums(uint32_t form, void *const *d, float sums[4][32])
{
    const unsigned n = FORM_D(form) == TENSOR_F16 ? 2 : 4;
    for (unsigned r = 0; r < n; r++) {
        product_word *words = d[r];
        if (!words)
            continue;
        if (n == 2)
            PRODUCT_LOOP words[i] = f16_pair(sums[2 * r][i], sums[2 * r + 1][i]);
        else
            PRODUCT_LOOP
            {
                const float x = sums[r][i];
                words[i] = x != x ? 0x7fffffff : half_bits_of(x);
            }
    }
}

PRODUCT void product_floats(void *const *d, const void *const *a, const void *const *b,
                            const void *const *c, uint32_t form)
{
    _Alignas(64) float wide[PRODUCT_REGISTERS][FLOAT_ELEMENTS][32];
    _Alignas(64) float sums[4][32], one[FLOAT_ELEMENTS][32], rows[FLOAT_DEPTH][2][4];
    unsigned blocks = 0, n = 1;
    for (unsigned k = 0; k < FORM_DEPTH(form); k += 4 * n, blocks++) {
        n = widen_floats(FORM_B(form), b[blocks], one);
        for (unsigned e = 0; e < n; e++)
            floats_turn(one[e], rows[k + e][0], 8 * n);
        for (unsigned h = 0; h < 2; h++)
            widen_floats(FORM_A(form), a[2 * blocks + h], wide[2 * blocks + h]);
    }
    read_float_sums(form, c, sums);
#ifdef PRODUCT_BY_NUMBER
    if (FORM_A(form) != TENSOR_BF16 && FORM_A(form) != TENSOR_TF32)
        shorts_add(sums, (const float(*)[FLOAT_ELEMENTS][32])wide, (const float(*)[2][4])rows, 2,
                   blocks, n);
    else
#endif
        floats_add(sums, (const float(*)[FLOAT_ELEMENTS][32])wide, (const float(*)[2][4])rows, 2,
                   blocks, n);
    write_float_sums(form, d, sums);
}

/* Which NaN a sum is depends on the processor's order of operands: all are one here, which
 * lanes/float_lanes.h has, too. */
PRODUCT_PART void write_double_sums(product_long *d, const double *sums)
{
    PRODUCT_LOOP
    {
        const double x = sums[i];
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        d[i] = x != x ? 0xfff8000000000000 : bits;
    }
}

PRODUCT void product_doubles(void *const *d, const void *const *a, const void *const *b,
                             const void *const *c, uint32_t form)
{
    _Alignas(64) double wide[PRODUCT_REGISTERS][1][32];
    _Alignas(64) double sums[4][32], rows[DOUBLE_DEPTH][2][4];
    const unsigned halves = FORM_HALVES(form), blocks = FORM_DEPTH(form) / 4;
    for (unsigned r = 0; r < blocks; r++)
        doubles_turn(b[r], rows[4 * r][0], 8);
    for (unsigned r = 0; r < halves * blocks; r++)
        memcpy(wide[r][0], a[r], sizeof wide[r][0]);
    for (unsigned r = 0; r < 2 * halves; r++)
        memcpy(sums[r], c[r], sizeof sums[r]);
    if (halves == 2)
        doubles_add(sums, (const double(*)[1][32])wide, (const double(*)[2][4])rows, 2, blocks, 1);
    else
        doubles_add(sums, (const double(*)[1][32])wide, (const double(*)[2][4])rows, 1, blocks, 1);
    for (unsigned r = 0; r < 2 * halves; r++)
        if (d[r])
            write_double_sums(d[r], sums[r]);
}

/* d = c + sum, exactly, and then as 32 bits. */
PRODUCT_PART void write_integer_sums(product_word *words, const product_word *c, const int32_t *sum,
                                     bool saturates)
{
    if (!saturates) {
        PRODUCT_LOOP words[i] = c[i] + (uint32_t)sum[i];
        return;
    }
    PRODUCT_LOOP
    {
        const int64_t exact = (int64_t)(int32_t)c[i] + sum[i];
        words[i] = (uint32_t)(exact > INT32_MAX   ? INT32_MAX
                              : exact < INT32_MIN ? INT32_MIN
                                                  : exact);
    }
}

/* A sum of 64 products of bytes has 22 bits. */
PRODUCT void product_integers(void *const *d, const void *const *a, const void *const *b,
                              const void *const *c, uint32_t form)
{
    _Alignas(64) int32_t wide[PRODUCT_REGISTERS][INTEGER_ELEMENTS][32];
    _Alignas(64) int32_t sums[4][32] = {{0}}, one[INTEGER_ELEMENTS][32], rows[INTEGER_DEPTH][2][4];
    _Alignas(64) uint32_t first[4][32];
    const unsigned halves = FORM_HALVES(form);
    unsigned blocks = 0, n = 1;
    for (unsigned k = 0; k < FORM_DEPTH(form); k += 4 * n, blocks++) {
        n = widen_integers(FORM_B(form), b[blocks], one);
        for (unsigned e = 0; e < n; e++)
            integers_turn(one[e], rows[k + e][0], 8 * n);
        for (unsigned h = 0; h < halves; h++)
            widen_integers(FORM_A(form), a[halves * blocks + h], wide[halves * blocks + h]);
    }
    for (unsigned r = 0; r < 2 * halves; r++)
        memcpy(first[r], c[r], sizeof first[r]);
    if (halves == 2)
        integers_add(sums, (const int32_t(*)[INTEGER_ELEMENTS][32])wide,
                     (const int32_t(*)[2][4])rows, 2, blocks, n);
    else
        integers_add(sums, (const int32_t(*)[INTEGER_ELEMENTS][32])wide,
                     (const int32_t(*)[2][4])rows, 1, blocks, n);
    for (unsigned r = 0; r < 2 * halves; r++)
        if (d[r])
            write_integer_sums(d[r], first[r], sums[r], FORM_SATURATES(form));
}
