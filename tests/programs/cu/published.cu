/* SPDX-License-Identifier: BSD-3-Clause */
/* What published programs of today do and small programs do not: language, headers, and habits that
 * the documents leave undefined. */
#include "cases.h"
#include <concepts>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T> static T *managed(size_t n)
{
    T *p;
    CHECK(cudaMallocManaged(&p, n * sizeof *p));
    return p;
}

/* ---- votes of lanes that their own mask does not name ---- */

__global__ void before(unsigned *out, const int *in, bool myself)
{
    const unsigned lower = (1u << (threadIdx.x & 31)) - 1;
    const unsigned mask = myself ? 0xffffffffu : lower;
    out[threadIdx.x] = __ballot_sync(mask, in[threadIdx.x] > 0) & lower; /* told once */
}

static void votes(const long *numbers)
{
    int *in = managed<int>(64), wrong = 0;
    unsigned *out = managed<unsigned>(64), all[2] = {};
    for (int i = 0; i < 64; i++) {
        in[i] = i * 7 % 3 - 1;
        all[i / 32] |= (unsigned)(in[i] > 0) << i % 32;
    }
    for (int launch = 0; launch < 3; launch++)
        before<<<1, 64>>>(out, in, numbers[0] != 0);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 64; i++)
        wrong += out[i] != (all[i / 32] & ((1u << i % 32) - 1));
    printf("wrong %d\n", wrong);
}

/* ---- the language ---- */

struct pair {
    int one, two;
};
struct table {
    int entry[4];
};

template <std::integral T> __global__ void fill(T *p, T value)
{
    p[threadIdx.x] = value;
}

template <class F> __global__ void apply(int *p, F function)
{
    auto [one, two] = function((int)threadIdx.x);
    p[threadIdx.x] = one + two;
}

__global__ void look_up(const __grid_constant__ table entries, int *out)
{
    const int *first = entries.entry;
    out[threadIdx.x] = first[threadIdx.x & 3];
}

constexpr int square(int x)
{
    return x * x;
}

template <class... Parts> __global__ void folded(int *out, Parts... parts)
{
    out[threadIdx.x] = square((int)threadIdx.x) + (0 + ... + parts);
}

static int differing(const int *p, pair (*expected)(int))
{
    int wrong = 0;
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 32; i++)
        wrong += p[i] != expected(i).one + expected(i).two;
    return wrong;
}

static void language(const long *)
{
    int *p = managed<int>(32), wrong = 0, five = 5;
    fill<int><<<1, 32>>>(p, 4);
    wrong += differing(p, [](int) { return pair{4, 0}; });
    apply<<<1, 32>>>(p, [=] __device__(int i) { return pair{i, five}; });
    wrong += differing(p, [](int i) { return pair{i, 5}; });
    auto both = [five] __host__ __device__(int i) { return pair{.one = i, .two = 2 * five}; };
    apply<<<1, 32>>>(p, both);
    wrong += differing(p, [](int i) { return pair{i, 10}; }) + (both(3).two != 10);
    look_up<<<1, 32>>>(table{{1, 2, 3, 4}}, p);
    wrong += differing(p, [](int i) { return pair{i & 3, 1}; });
    folded<<<1, 32>>>(p, 1, short(2), 3);
    wrong += differing(p, [](int i) { return pair{i * i, 6}; });
    printf("wrong %d\n", wrong);
}

/* ---- %globaltimer ---- */

__global__ void wait_cycles(long long cycles, unsigned long long *out)
{
    unsigned long long start, end;
    long long begin = clock64();
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
    while (clock64() - begin < cycles)
        __nanosleep(20);
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(end));
    out[0] = end - start;
}

static void timer(const long *numbers)
{
    unsigned long long *out = managed<unsigned long long>(1);
    wait_cycles<<<1, 1>>>(numbers[0], out);
    CHECK(cudaDeviceSynchronize());
    printf("ns %llu\n", out[0]);
}

/* ---- 16 bits: host and device give the same, for every number that there is ---- */

enum { PATTERNS = 1 << 16, WORDS = 16 };

__host__ __device__ static __half as(unsigned short bits, __half)
{
    return __ushort_as_half(bits);
}
__host__ __device__ static __nv_bfloat16 as(unsigned short bits, __nv_bfloat16)
{
    return __ushort_as_bfloat16(bits);
}

/* Each type's names for the same. */
#define CONVERSIONS(type, name)                                                                    \
    __host__ __device__ static void convert(type h, long long *out)                                \
    {                                                                                              \
        out[0] = __##name##2int_rn(h);                                                             \
        out[1] = __##name##2int_rd(h);                                                             \
        out[2] = __##name##2uint_rz(h);                                                            \
        out[3] = __##name##2short_ru(h);                                                           \
        out[4] = __##name##2ushort_rn(h);                                                          \
        out[5] = __##name##2ll_rn(h);                                                              \
        out[6] = __##name##2char_rz(h);                                                            \
    }                                                                                              \
    static type down(long long x, type)                                                            \
    {                                                                                              \
        return __ll2##name##_rd(x);                                                                \
    }                                                                                              \
    static type up(long long x, type)                                                              \
    {                                                                                              \
        return __ll2##name##_ru(x);                                                                \
    }
CONVERSIONS(__half, half)
CONVERSIONS(__nv_bfloat16, bfloat16)

/* Of a number and the one that its bits, turned round, are. NaNs are the same whatever their bits.
 */
template <class T> __host__ __device__ static void compute(unsigned pattern, long long *out)
{
    T a = as((unsigned short)pattern, T());
    const T b = as((unsigned short)(pattern * 40503u), T());
    if (a == a && (float)a < 0x1p62f && (float)a > -0x1p62f) /* beyond, the device has cvt's own */
        convert(a, out);
    const T results[] = {a + b, a - b, a * b,           __hadd_sat(a, b), __hfma_relu(a, b, a),
                         -a,    a++,   __hmax_nan(a, b)};
    for (int i = 0; i < 8; i++)
        out[7 + i] = __hisnan(results[i]) ? 0x7fff : results[i].bits;
    out[15] = (a < b) + 2 * (a != b) + 4 * __hgtu(a, b) + 8 * __hequ(a, b);
}

template <class T> __global__ void on_device(long long *out)
{
    const unsigned pattern = blockIdx.x * blockDim.x + threadIdx.x;
    compute<T>(pattern, out + (size_t)pattern * WORDS);
}

/* The largest number not above x, and the smallest not below it. */
template <class T> static int wrong_directions()
{
    int wrong = 0;
    for (long long x = -70000; x <= 70000; x += 7) {
        const T low = down(x, T()), high = up(x, T());
        wrong += !((float)low <= (float)x && (float)x <= (float)high);
        wrong += (float)low == (float)high ? (float)low != (float)x
                                           : (unsigned short)(low.bits - high.bits + 1) > 2;
    }
    return wrong;
}

template <class T> static void sixteen_bits_of(const char *name)
{
    long long *out = managed<long long>((size_t)PATTERNS * WORDS), here[WORDS];
    int wrong = 0;
    CHECK(cudaMemset(out, 0, (size_t)PATTERNS * WORDS * sizeof *out));
    on_device<T><<<PATTERNS / 256, 256>>>(out);
    CHECK(cudaDeviceSynchronize());
    for (unsigned pattern = 0; pattern < PATTERNS; pattern++) {
        memset(here, 0, sizeof here);
        compute<T>(pattern, here);
        for (int k = 0; k < WORDS; k++)
            if (here[k] != out[(size_t)pattern * WORDS + k] && wrong++ < 5)
                printf("%s %04x: %d: %lld, not %lld\n", name, pattern, k,
                       out[(size_t)pattern * WORDS + k], here[k]);
    }
    printf("%s %d\n", name, wrong + wrong_directions<T>());
    CHECK(cudaFree(out));
}

static void sixteen_bits(const long *)
{
    sixteen_bits_of<__half>("half");
    sixteen_bits_of<__nv_bfloat16>("bfloat16");
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"votes", votes}, {"language", language}, {"timer", timer}, {"sixteen_bits", sixteen_bits}};
    return run_case(cases, argc, argv);
}
