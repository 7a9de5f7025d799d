/* SPDX-License-Identifier: BSD-3-Clause */
/* cuda_fp8.h on device and host, against a search among the values of a format.
 *
 * Source of the formats: P. Micikevicius et al., "FP8 Formats for Deep Learning", 2022, table 1.
 */
#include "cases.h"
#include "../small/small_numbers.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <limits>

enum { E4M3, E5M2, FORMATS };
enum { ALL = 65536, THREADS = 256, WAYS = 4 }; /* ways: both formats, finite or not */

/* ---- the reference -------------------------------------------------------------------------- */

static const int largest_code[FORMATS] = {0x7e, 0x7b};

/* A code without sign, also one above the largest: as the format would go on. */
static double magnitude_of(int format, int code)
{
    const int digits = format == E4M3 ? 3 : 2, bias = format == E4M3 ? 7 : 15;
    return small_magnitude(code, digits, bias);
}

static double value_of(int format, int code)
{
    const int magnitude = code & 0x7f;
    double value = magnitude_of(format, magnitude);
    if (magnitude > largest_code[format])
        value = format == E5M2 && magnitude == 0x7c ? INFINITY : NAN;
    return code & 0x80 ? -value : value;
}

/* The first code whose upper border lies beyond x; a border belongs to the even code beside it. */
static int nearest(int format, double x)
{
    int low = 0, high = largest_code[format] + 1;
    while (low < high) {
        const int code = (low + high) / 2;
        const double border = (magnitude_of(format, code) + magnitude_of(format, code + 1)) / 2;
        if (x < border || (x == border && code % 2 == 0))
            high = code;
        else
            low = code + 1;
    }
    return low;
}

/* is_double: then a NaN keeps its sign. */
static int reference(int format, double x, bool finite, bool is_double)
{
    const int sign = std::signbit(x) ? 0x80 : 0;
    if (std::isnan(x))
        return is_double ? (format == E5M2 ? 0x7e : 0x7f) | sign : 0x7f;
    int code = nearest(format, fabs(x));
    if (finite && code > largest_code[format])
        code = largest_code[format];
    return code | sign;
}

/* ---- towards eight bits --------------------------------------------------------------------- */

/* Numbers of each type for i below ALL: all halves, all bfloat16; floats and doubles beside the
 * ones that lie on a border. */
__host__ __device__ static __half_raw half_number(int i)
{
    const __half_raw raw = {(unsigned short)i};
    return raw;
}
__host__ __device__ static __nv_bfloat16_raw bfloat16_number(int i)
{
    const __nv_bfloat16_raw raw = {(unsigned short)i};
    return raw;
}
__host__ __device__ static double double_number(int i)
{
    const unsigned long long bits = (unsigned long long)(i & 0x8000) << 48 |
                                    (0x37cull + (i >> 7 & 0xff)) << 52 |
                                    (unsigned long long)(i & 0x7f) << 45;
    const unsigned long long beside = bits + (i % 3 == 0 ? 1 : i % 3 == 1 ? -1ull : 0);
    double x;
    memcpy(&x, &beside, 8);
    return x;
}

#define IN_ALL_WAYS(to, function, number)                                                          \
    for (int way = 0; way < WAYS; way++)                                                           \
        (to)[way] = function(number, way & 1 ? __NV_SATFINITE : __NV_NOSAT,                        \
                             way & 2 ? __NV_E5M2 : __NV_E4M3);

__host__ __device__ static void convert_half(unsigned char *to, int i)
{
    IN_ALL_WAYS(to, __nv_cvt_halfraw_to_fp8, half_number(i));
}
__host__ __device__ static void convert_bfloat16(unsigned char *to, int i)
{
    IN_ALL_WAYS(to, __nv_cvt_bfloat16raw_to_fp8, bfloat16_number(i));
}
__host__ __device__ static void convert_float(unsigned char *to, int i)
{
    IN_ALL_WAYS(to, __nv_cvt_float_to_fp8, float_number(i));
}
__host__ __device__ static void convert_double(unsigned char *to, int i)
{
    IN_ALL_WAYS(to, __nv_cvt_double_to_fp8, double_number(i));
}

typedef unsigned char codes[4][WAYS];

__host__ __device__ static void convert(codes to, int i)
{
    convert_half(to[0], i);
    convert_bfloat16(to[1], i);
    convert_float(to[2], i);
    convert_double(to[3], i);
}
__global__ void convert_all(codes *to)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    convert(to[i], i);
}

static void check_codes(const codes got, int i)
{
    const unsigned bits = (unsigned)i << 16;
    float bfloat16;
    memcpy(&bfloat16, &bits, 4);
    const double from[4] = {half_value(i), bfloat16, float_number(i), double_number(i)};
    for (int type = 0; type < 4; type++)
        for (int way = 0; way < WAYS; way++)
            expect(got[type][way] ==
                   reference(way & 2 ? E5M2 : E4M3, from[type], way & 1, type == 3));
}

static void towards(const long *)
{
    codes *to, mine;
    CHECK(cudaMallocManaged(&to, ALL * sizeof *to));
    convert_all<<<ALL / THREADS, THREADS>>>(to);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < ALL; i++) {
        check_codes(to[i], i);
        convert(mine, i);
        check_codes(mine, i);
    }
    printf("checked %ld\nwrong %ld\n", checked, wrong);
}

/* ---- from eight bits ------------------------------------------------------------------------ */

struct numbers {
    unsigned short half;
    float as_float, as_bfloat16;
    double as_double;
    bool truth;
    signed char s8;
    unsigned char u8;
    short s16;
    unsigned short u16;
    int s32;
    unsigned int u32;
    long long s64;
    unsigned long long u64;
};

template <class T> __host__ __device__ static void widen(struct numbers *to, int code)
{
    T x;
    x.__x = (__nv_fp8_storage_t)code;
    to->half = __half_raw((__half)x).x;
    to->as_float = (float)x;
    to->as_bfloat16 = (float)(__nv_bfloat16)x;
    to->as_double = (double)x;
    to->truth = (bool)x;
    to->s8 = (signed char)x, to->u8 = (unsigned char)x;
    to->s16 = (short)x, to->u16 = (unsigned short)x;
    to->s32 = (int)x, to->u32 = (unsigned int)x;
    to->s64 = (long long)x, to->u64 = (unsigned long long)x;
}
__global__ void widen_all(struct numbers *to)
{
    widen<__nv_fp8_e4m3>(to + threadIdx.x, threadIdx.x);
    widen<__nv_fp8_e5m2>(to + 256 + threadIdx.x, threadIdx.x);
}

static bool same(double a, double b)
{
    return a == b ? std::signbit(a) == std::signbit(b) : a != a && b != b;
}

template <class I> static void expect_integer(I got, double value)
{
    typedef std::numeric_limits<I> limits;
    I wanted = value >= (double)limits::max()   ? limits::max()
               : value <= (double)limits::min() ? limits::min()
                                                : (I)value;
    if (value != value)
        wanted = sizeof(I) == 8 ? (I)(1ull << 63) : 0;
    expect(got == wanted);
}

static void check_numbers(const struct numbers *n, int format, int code)
{
    const double value = value_of(format, code);
    expect(value != value ? n->half == 0x7fff : same(half_value(n->half), value));
    expect(same(n->as_float, value));
    expect(same(n->as_bfloat16, value));
    expect(same(n->as_double, value));
    expect(n->truth == (value != 0));
    expect_integer(n->s8, value), expect_integer(n->u8, value);
    expect_integer(n->s16, value), expect_integer(n->u16, value);
    expect_integer(n->s32, value), expect_integer(n->u32, value);
    expect_integer(n->s64, value), expect_integer(n->u64, value);
}

static void from(const long *)
{
    struct numbers *to, mine;
    CHECK(cudaMallocManaged(&to, 512 * sizeof *to));
    widen_all<<<1, 256>>>(to);
    CHECK(cudaDeviceSynchronize());
    for (int code = 0; code < 256; code++) {
        check_numbers(to + code, E4M3, code);
        check_numbers(to + 256 + code, E5M2, code);
        widen<__nv_fp8_e4m3>(&mine, code);
        check_numbers(&mine, E4M3, code);
        widen<__nv_fp8_e5m2>(&mine, code);
        check_numbers(&mine, E5M2, code);
    }
    printf("checked %ld\nwrong %ld\n", checked, wrong);
}

/* ---- two and four --------------------------------------------------------------------------- */

struct packed {
    unsigned short from_halves, from_bfloats, from_floats, from_doubles;
    unsigned int four[4];
    unsigned short halves[2];
    float floats[2], four_floats[4];
};

template <class T2, class T4> __host__ __device__ static void pack(struct packed *to, int i)
{
    const float a = (float)i / 16 - 100, b = 3 - (float)i;
    to->from_halves = T2(__floats2half2_rn(a, b)).__x;
    to->from_bfloats = T2(__floats2bfloat162_rn(a, b)).__x;
    to->from_floats = T2(make_float2(a, b)).__x;
    to->from_doubles = T2(make_double2(a, b)).__x;
    to->four[0] = T4(__floats2half2_rn(a, b), __floats2half2_rn(b, a)).__x;
    to->four[1] = T4(__floats2bfloat162_rn(a, b), __floats2bfloat162_rn(b, a)).__x;
    to->four[2] = T4(make_float4(a, b, b, a)).__x;
    to->four[3] = T4(make_double4(a, b, b, a)).__x;
    T2 two;
    two.__x = (__nv_fp8x2_storage_t)(i * 257 + 1);
    const __half2_raw halves = (__half2)two;
    to->halves[0] = halves.x, to->halves[1] = halves.y;
    const float2 floats = (float2)two;
    to->floats[0] = floats.x, to->floats[1] = floats.y;
    T4 four;
    four.__x = (__nv_fp8x4_storage_t)i * 0x01030507u;
    const float4 all = (float4)four;
    to->four_floats[0] = all.x, to->four_floats[1] = all.y;
    to->four_floats[2] = all.z, to->four_floats[3] = all.w;
}
__global__ void pack_all(struct packed *to)
{
    pack<__nv_fp8x2_e4m3, __nv_fp8x4_e4m3>(to + threadIdx.x, threadIdx.x);
    pack<__nv_fp8x2_e5m2, __nv_fp8x4_e5m2>(to + 256 + threadIdx.x, threadIdx.x);
}

static void check_packed(const struct packed *p, int format, int i)
{
    const float a = (float)i / 16 - 100, b = 3 - (float)i;
    const float values[3][2] = {{a, b},
                                {__half2float(__half(a)), __half2float(__half(b))},
                                {(float)__nv_bfloat16(a), (float)__nv_bfloat16(b)}};
    unsigned two[3], four[3];
    for (int k = 0; k < 3; k++) {
        const unsigned low = (unsigned)reference(format, values[k][0], true, false);
        const unsigned high = (unsigned)reference(format, values[k][1], true, false);
        two[k] = low | high << 8;
        four[k] = two[k] | high << 16 | low << 24;
    }
    expect(p->from_floats == two[0] && p->from_doubles == two[0]);
    expect(p->from_halves == two[1] && p->from_bfloats == two[2]);
    expect(p->four[0] == four[1] && p->four[1] == four[2]);
    expect(p->four[2] == four[0] && p->four[3] == four[0]);
    for (int k = 0; k < 2; k++) {
        const double value = value_of(format, (i * 257 + 1) >> 8 * k & 0xff);
        expect(same(p->floats[k], value) && same(half_value(p->halves[k]), value));
    }
    for (int k = 0; k < 4; k++)
        expect(
            same(p->four_floats[k], value_of(format, (unsigned)i * 0x01030507u >> 8 * k & 0xff)));
}

static void packs(const long *)
{
    struct packed *to, mine;
    CHECK(cudaMallocManaged(&to, 512 * sizeof *to));
    pack_all<<<1, 256>>>(to);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 256; i++) {
        check_packed(to + i, E4M3, i);
        check_packed(to + 256 + i, E5M2, i);
        pack<__nv_fp8x2_e4m3, __nv_fp8x4_e4m3>(&mine, i);
        check_packed(&mine, E4M3, i);
        pack<__nv_fp8x2_e5m2, __nv_fp8x4_e5m2>(&mine, i);
        check_packed(&mine, E5M2, i);
    }
    /* Integers: what is too large becomes the largest number. */
    expect(__nv_fp8_e4m3(100000).__x == 0x7e && __nv_fp8_e4m3(17).__x == 0x58);
    expect(__nv_fp8_e5m2(-100000ll).__x == 0xfb && __nv_fp8_e5m2((unsigned short)3).__x == 0x42);
    printf("checked %ld\nwrong %ld\n", checked, wrong);
}

#include "../small/fp8_scales.h"

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"towards", towards}, {"from", from}, {"packs", packs}, {"scales", scales}};
    return run_case(cases, argc, argv);
}
