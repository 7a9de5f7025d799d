/* SPDX-License-Identifier: BSD-3-Clause */
/* cuda_fp4.h and cuda_fp6.h on device and host, against a search among the values of a format: all
 * halves and bfloat16s, floats and doubles beside the borders of rounding, all codes.
 *
 * Source of the formats: OCP Microscaling Formats (MX) Specification 1.0, 2023, section 5.3.
 */
#include "../cu/cases.h"
#include "small_numbers.h"
#include <cuda_fp4.h>
#include <cuda_fp6.h>

enum { E2M1, E2M3, E3M2, FORMATS };
enum { ALL = 65536, THREADS = 256, ROUNDINGS = 2 };

/* ---- the reference -------------------------------------------------------------------------- */

static const int codes_of[FORMATS] = {8, 32, 32}; /* without sign */
static const int digits_of[FORMATS] = {1, 3, 2}, bias_of[FORMATS] = {1, 1, 3};

static double magnitude_of(int format, int code)
{
    const int digits = digits_of[format], bias = bias_of[format];
    return small_magnitude(code, digits, bias);
}

/* The largest code that is not above x, or the nearest one; of two the even one. */
static int reference(int format, double x, bool to_zero)
{
    const int n = codes_of[format];
    if (std::isnan(x))
        return n - 1;
    const double size = fabs(x);
    int code = 0;
    while (code < n - 1 && magnitude_of(format, code + 1) <= size)
        code++;
    if (!to_zero && code < n - 1) {
        const double border = (magnitude_of(format, code) + magnitude_of(format, code + 1)) / 2;
        if (size > border || (size == border && code % 2 != 0))
            code++;
    }
    return code | (std::signbit(x) ? n : 0);
}

/* ---- towards a few bits ---------------------------------------------------------------------- */

/* Beside numbers of few bits from 2^-7 on, and infinity and NaN. */
__host__ __device__ static double double_number(int i)
{
    const int exponent = i >> 11 & 15;
    unsigned long long bits = (unsigned long long)(i & 0x8000) << 48 |
                              (exponent == 15 ? 0x7ffull : 0x3f8ull + exponent) << 52 |
                              (unsigned long long)(i & 0x7ff) << 41;
    bits += i % 3 == 0 ? 1 : i % 3 == 1 ? -1ull : 0;
    double x;
    memcpy(&x, &bits, 8);
    return x;
}

typedef unsigned char codes[4][FORMATS][ROUNDINGS];

#define IN_ALL_FORMATS(to, function, number)                                                       \
    for (int r = 0; r < ROUNDINGS; r++) {                                                          \
        const cudaRoundMode rounding = r ? cudaRoundZero : cudaRoundNearest;                       \
        (to)[E2M1][r] = function##4(number, __NV_E2M1, rounding);                                  \
        (to)[E2M3][r] = function##6(number, __NV_E2M3, rounding);                                  \
        (to)[E3M2][r] = function##6(number, __NV_E3M2, rounding);                                  \
    }

__host__ __device__ static void convert(codes to, int i)
{
    const __half_raw half = {(unsigned short)i};
    const __nv_bfloat16_raw bfloat16 = {(unsigned short)i};
    IN_ALL_FORMATS(to[0], __nv_cvt_halfraw_to_fp, half);
    IN_ALL_FORMATS(to[1], __nv_cvt_bfloat16raw_to_fp, bfloat16);
    IN_ALL_FORMATS(to[2], __nv_cvt_float_to_fp, float_number(i));
    IN_ALL_FORMATS(to[3], __nv_cvt_double_to_fp, double_number(i));
}
__global__ void convert_all(codes *to)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    convert(to[i], i);
}

static void towards(const long *)
{
    codes *to, mine;
    CHECK(cudaMallocManaged(&to, ALL * sizeof *to));
    convert_all<<<ALL / THREADS, THREADS>>>(to);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < ALL; i++) {
        const unsigned bits = (unsigned)i << 16;
        float bfloat16;
        memcpy(&bfloat16, &bits, 4);
        const double from[4] = {half_value(i), bfloat16, float_number(i), double_number(i)};
        convert(mine, i);
        for (int type = 0; type < 4; type++)
            for (int format = 0; format < FORMATS; format++)
                for (int r = 0; r < ROUNDINGS; r++) {
                    const int wanted = reference(format, from[type], r);
                    expect(to[i][type][format][r] == wanted);
                    expect(mine[type][format][r] == wanted);
                }
    }
    printf("checked %ld\nwrong %ld\n", checked, wrong);
}

/* ---- from a few bits ------------------------------------------------------------------------- */

enum { NUMBERS = 13 };

template <class T> __host__ __device__ static void widen(double *to, int code)
{
    T x;
    x.__x = (unsigned char)code;
    to[0] = __half2float((__half)x), to[1] = (float)x, to[2] = (double)x;
    to[3] = __bfloat162float((__nv_bfloat16)x), to[4] = (bool)x;
    to[5] = (signed char)x, to[6] = (unsigned char)x, to[7] = (short)x, to[8] = (unsigned short)x;
    to[9] = (int)x, to[10] = (unsigned)x;
    to[11] = (double)(long long)x, to[12] = (double)(unsigned long long)x;
}
__host__ __device__ static void widen_all(double (*to)[NUMBERS], int code)
{
    widen<__nv_fp4_e2m1>(to[E2M1], code & 15);
    widen<__nv_fp6_e2m3>(to[E2M3], code);
    widen<__nv_fp6_e3m2>(to[E3M2], code);
}
__global__ void widen_kernel(double (*to)[FORMATS][NUMBERS])
{
    widen_all(to[threadIdx.x], threadIdx.x);
}

static void from(const long *)
{
    double(*to)[FORMATS][NUMBERS], mine[FORMATS][NUMBERS];
    CHECK(cudaMallocManaged(&to, 64 * sizeof *to));
    widen_kernel<<<1, 64>>>(to);
    CHECK(cudaDeviceSynchronize());
    for (int code = 0; code < 64; code++) {
        widen_all(mine, code);
        for (int format = 0; format < FORMATS; format++) {
            const int n = codes_of[format], own = code & (2 * n - 1);
            const double size = magnitude_of(format, own & (n - 1)), x = own & n ? -size : size;
            for (int k = 0; k < NUMBERS; k++) {
                const bool is_unsigned = k > 5 && k % 2 == 0;
                const double wanted = k < 4                  ? x
                                      : k == 4               ? x != 0
                                      : is_unsigned && x < 0 ? 0
                                                             : trunc(x);
                expect(to[code][format][k] == wanted);
                expect(mine[format][k] == wanted);
            }
            expect(std::signbit(mine[format][1]) == !!(own & n));
        }
    }
    printf("checked %ld\nwrong %ld\n", checked, wrong);
}

/* ---- two and four of them -------------------------------------------------------------------- */

enum { PACKS = 140 };

__host__ __device__ static float4 four_numbers(int i)
{
    return make_float4(0.11f * i, 0.23f * i, -0.07f * i, 0.4f * i);
}
template <class X4> __global__ void pack_kernel(unsigned *to)
{
    to[threadIdx.x] = X4(four_numbers((int)threadIdx.x - PACKS / 2)).__x;
}

template <class X4, class X2, class T> static void pack(int shift)
{
    unsigned *to;
    CHECK(cudaMallocManaged(&to, PACKS * sizeof *to));
    pack_kernel<X4><<<1, PACKS>>>(to);
    CHECK(cudaDeviceSynchronize());
    for (int i = -PACKS / 2; i < PACKS / 2; i++) {
        const float4 x = four_numbers(i);
        const float all[4] = {x.x, x.y, x.z, x.w};
        const X4 four(x), same(make_double4(x.x, x.y, x.z, x.w));
        const X2 two(make_float2(x.x, x.y)), halves(__floats2half2_rn(x.x, x.y));
        const float4 back = (float4)four;
        const float backs[4] = {back.x, back.y, back.z, back.w};
        expect(same.__x == four.__x);
        expect(to[i + PACKS / 2] == four.__x);
        expect(two.__x == (four.__x & ((1u << 2 * shift) - 1)));
        expect(halves.__x == (T(__float2half(x.x)).__x | T(__float2half(x.y)).__x << shift));
        for (int k = 0; k < 4; k++) {
            const T one(all[k]);
            expect((four.__x >> k * shift & ((1u << shift) - 1)) == one.__x);
            expect(backs[k] == (float)one);
            expect(T(i).__x == T((float)i).__x &&
                   T((long long)i * 100000000).__x == T((float)i * 1e8f).__x);
        }
    }
}
static void packs(const long *)
{
    pack<__nv_fp4x4_e2m1, __nv_fp4x2_e2m1, __nv_fp4_e2m1>(4);
    pack<__nv_fp6x4_e2m3, __nv_fp6x2_e2m3, __nv_fp6_e2m3>(8);
    pack<__nv_fp6x4_e3m2, __nv_fp6x2_e3m2, __nv_fp6_e3m2>(8);
    printf("checked %ld\nwrong %ld\n", checked, wrong);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"towards", towards}, {"from", from}, {"packs", packs}};
    return run_case(cases, argc, argv);
}
