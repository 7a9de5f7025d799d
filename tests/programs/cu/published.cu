/* SPDX-License-Identifier: BSD-3-Clause */
/* What published programs of today do and small programs do not: language, headers, and habits that
 * the documents leave undefined. */
#include "cases.h"
#include <concepts>
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/scan.h>
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

/* A percent sign before a name of PTX, where inline assembly wants two; no comma between operands.
 */
__global__ void own_registers(int *out)
{
    int result;
    asm volatile("{"
                 " .reg .pred %p; .reg .u32 %mine;"
                 " setp.gt.s32 %p, %1, 3;"
                 " mov.u32 %mine, %tid.x; selp.s32 %0, %2, %mine, %p; }"
                 : "=r"(result)
                 : "r"((int)threadIdx.x) "r"(5));
    out[threadIdx.x] = result;
}

/* A table of strings that is indexed for a string: LLVM would like one of differences. */
__global__ void letters(int *out)
{
    const char *const names[] = {"0", "1", "2", "3", "4", "5", "6", "7"};
    out[threadIdx.x] = names[threadIdx.x % 8][0] - '0';
}

/* Dynamic shared memory is aligned, whatever it is called and lies behind. */
__global__ void cast(int *out)
{
    __shared__ char odd;
    extern __shared__ char bytes[];
    if (threadIdx.x == 0)
        odd = 1;
    reinterpret_cast<int4 *>(bytes)[threadIdx.x] = make_int4(threadIdx.x, 1, 2, 3);
    __syncthreads();
    out[threadIdx.x] = reinterpret_cast<int *>(bytes)[4 * threadIdx.x] + odd;
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
    letters<<<1, 32>>>(p);
    wrong += differing(p, [](int i) { return pair{i % 8, 0}; });
    cast<<<1, 32, 32 * sizeof(int4)>>>(p);
    wrong += differing(p, [](int i) { return pair{i, 1}; });
    own_registers<<<1, 32>>>(p);
    wrong += differing(p, [](int i) { return pair{i > 3 ? 5 : i, 0}; });
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

__host__ __device__ static unsigned short bits_of(__half h)
{
    return __half_as_ushort(h);
}
__host__ __device__ static unsigned short bits_of(__nv_bfloat16 h)
{
    return __bfloat16_as_ushort(h);
}

/* Each type's names for the same. */
#define CONVERSIONS(type, name)                                                                    \
    __host__ __device__ static void convert(type h, long long *out)                                \
    {                                                                                              \
        out[0] = __##name##2int_rz(h);                                                             \
        out[1] = __##name##2short_rz(h);                                                           \
        out[2] = __##name##2uint_rz(h);                                                            \
        out[3] = (long long)__##name##2ull_rz(h);                                                  \
        out[4] = __##name##2ushort_rz(h);                                                          \
        out[5] = __##name##2ll_rz(h);                                                              \
        out[6] = __##name##2char_rz(h);                                                            \
    }                                                                                              \
    __global__ void directed(const int *numbers, type *low, type *high)                            \
    {                                                                                              \
        const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;                                  \
        low[i] = __ll2##name##_rd(numbers[i]);                                                     \
        high[i] = __int2##name##_ru(numbers[i]);                                                   \
    }
CONVERSIONS(__half, half)
CONVERSIONS(__nv_bfloat16, bfloat16)

/* nvcc has it for devices only. */
template <class T> __host__ __device__ static T fused(T a, T b)
{
#ifdef __clang__
    return __hfma_relu(a, b, a);
#else
    return a + b;
#endif
}

/* Of a number and the one that its bits, turned round, are. NaNs are the same whatever their bits.
 */
template <class T> __host__ __device__ static void compute(unsigned pattern, long long *out)
{
    T a = as((unsigned short)pattern, T());
    const T b = as((unsigned short)(pattern * 40503u), T());
    if (a == a && (float)a < 0x1p62f && (float)a > -0x1p62f) /* beyond, the device has cvt's own */
        convert(a, out);
    const T results[] = {a + b,       a - b, a * b, __hadd_sat(a, b),
                         fused(a, b), -a,    a++,   __hmax_nan(a, b)};
    for (int i = 0; i < 8; i++)
        out[7 + i] = __hisnan(results[i]) ? 0x7fff : bits_of(results[i]);
    out[15] = (a < b) + 2 * (a != b) + 4 * __hgtu(a, b) + 8 * __hequ(a, b);
}

template <class T> __global__ void on_device(long long *out)
{
    const unsigned pattern = blockIdx.x * blockDim.x + threadIdx.x;
    compute<T>(pattern, out + (size_t)pattern * WORDS);
}

/* The largest number not above another, and the smallest not below it. */
template <class T> static int wrong_directions()
{
    enum { N = 8192 };
    int *numbers = managed<int>(N), wrong = 0;
    T *low = managed<T>(N), *high = managed<T>(N);
    for (int i = 0; i < N; i++)
        numbers[i] = (i - N / 2) * 17;
    directed<<<N / 256, 256>>>(numbers, low, high);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) {
        const float x = (float)numbers[i], below = low[i], above = high[i];
        const int steps = bits_of(high[i]) - bits_of(low[i]);
        wrong += !(below <= x && x <= above);
        wrong += below == above ? below != x : steps != 1 && steps != -1;
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

/* ---- the largest and smallest of sums ---- */

enum { DPX_RESULTS = 14 };

__host__ __device__ static void dpx_of(unsigned x, unsigned y, unsigned z, unsigned *out)
{
    const int a = (int)x, b = (int)y, c = (int)z;
    bool first, high, low;
    out[0] = (unsigned)__viaddmax_s32(a, b, c);
    out[1] = (unsigned)__viaddmin_s32_relu(a, b, c);
    out[2] = __viaddmax_u32(x, y, z);
    out[3] = (unsigned)__vimax3_s32_relu(a, b, c);
    out[4] = __vimin3_u32(x, y, z);
    out[5] = __viaddmax_s16x2(x, y, z);
    out[6] = __viaddmin_s16x2_relu(x, y, z);
    out[7] = __viaddmin_u16x2(x, y, z);
    out[8] = __vimax3_s16x2(x, y, z);
    out[9] = __vimin3_u16x2(x, y, z);
    out[10] = __vimax_s16x2_relu(x, y);
    out[11] = (unsigned)__vibmax_s32(a, b, &first);
    out[12] = __vibmin_u16x2(x, y, &high, &low);
    out[13] = first + 2 * high + 4 * low;
}

__global__ void dpx_on_device(const unsigned *in, unsigned *out)
{
    const unsigned *mine = in + 3 * threadIdx.x;
    dpx_of(mine[0], mine[1], mine[2], out + DPX_RESULTS * threadIdx.x);
}

/* The same of one number of some bits, in 64 bits. */
static void dpx_expected(int bits, const unsigned *in, int part, long long *out)
{
    long long u[4], s[4];
    const long long all = (1ll << bits) - 1, half = 1ll << (bits - 1);
    for (int i = 0; i < 4; i++) {
        const long long word = i < 3 ? in[i] >> part : (in[0] >> part) + (long long)(in[1] >> part);
        u[i] = word & all;
        s[i] = (u[i] ^ half) - half;
    }
    const auto more = [](long long a, long long b) { return a > b ? a : b; };
    const auto less = [](long long a, long long b) { return a < b ? a : b; };
    const bool words = bits == 32;
    const long long results[DPX_RESULTS] = {words ? more(s[3], s[2]) : 0,
                                            words ? more(less(s[3], s[2]), 0) : 0,
                                            words ? more(u[3], u[2]) : 0,
                                            words ? more(more(more(s[0], s[1]), s[2]), 0) : 0,
                                            words ? less(less(u[0], u[1]), u[2]) : 0,
                                            words ? 0 : more(s[3], s[2]),
                                            words ? 0 : more(less(s[3], s[2]), 0),
                                            words ? 0 : less(u[3], u[2]),
                                            words ? 0 : more(more(s[0], s[1]), s[2]),
                                            words ? 0 : less(less(u[0], u[1]), u[2]),
                                            words ? 0 : more(more(s[0], s[1]), 0),
                                            words ? more(s[0], s[1]) : 0,
                                            words ? 0 : less(u[0], u[1]),
                                            0};
    for (int k = 0; k < DPX_RESULTS; k++)
        out[k] |= (results[k] & all) << part;
    out[13] |= words ? s[0] >= s[1] : (u[0] <= u[1]) * (part ? 2 : 4);
}

static void dpx(const long *)
{
    enum { N = 256 };
    unsigned *in = managed<unsigned>(3 * N), *out = managed<unsigned>(DPX_RESULTS * N);
    unsigned here[DPX_RESULTS];
    int wrong = 0;
    for (unsigned i = 0; i < 3 * N; i++)
        in[i] = i % 7 == 0 ? 0x80007fffu : i % 5 == 0 ? in[i - 1] : (i + 1) * 2654435761u;
    dpx_on_device<<<1, N>>>(in, out);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) {
        long long expected[DPX_RESULTS] = {};
        dpx_expected(32, in + 3 * i, 0, expected);
        dpx_expected(16, in + 3 * i, 0, expected);
        dpx_expected(16, in + 3 * i, 16, expected);
        dpx_of(in[3 * i], in[3 * i + 1], in[3 * i + 2], here);
        for (int k = 0; k < DPX_RESULTS; k++)
            wrong += out[i * DPX_RESULTS + k] != expected[k] || here[k] != expected[k];
    }
    printf("wrong %d\n", wrong);
}

/* ---- groups: copies that they wait for together, and scans ---- */

namespace cg = cooperative_groups;

enum { COPIED = 200, OFFSETS = 9 };

/* From an address that is a multiple of 16, 8, 4 or 1 bytes, in two parts: the first one is used
 * while the second may be under way. */
__global__ void copy_together(const char *in, int offset, int *wrong)
{
    __shared__ alignas(16) char first[COPIED + 16];
    __shared__ alignas(16) char second[COPIED + 16];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, first + offset, in + offset, size_t(COPIED));
    cg::memcpy_async(block, second + offset, COPIED, in + COPIED + offset, COPIED + 5);
    cg::wait_prior<1>(block);
    for (int i = threadIdx.x; i < COPIED; i += blockDim.x)
        if (first[offset + i] != in[offset + i])
            atomicAdd(wrong, 1);
    cg::wait(block);
    for (int i = threadIdx.x; i < COPIED; i += blockDim.x)
        if (second[offset + i] != in[COPIED + offset + i])
            atomicAdd(wrong, 1);
}

template <int SIZE> __device__ static void scan_tile(const int *in, int *out)
{
    auto tile = cg::tiled_partition<SIZE>(cg::this_thread_block());
    const int value = in[threadIdx.x];
    out[threadIdx.x] = cg::inclusive_scan(tile, value);
    out[64 + threadIdx.x] = cg::exclusive_scan(tile, value, cg::bit_xor<int>());
}

__global__ void scan_together(const int *in, int *out)
{
    scan_tile<32>(in, out);
    scan_tile<8>(in, out + 128);
    out[256 + threadIdx.x] = out[320 + threadIdx.x] = 0;
    if (threadIdx.x % 3 != 0) {
        cg::coalesced_group some = cg::coalesced_threads();
        out[256 + threadIdx.x] = cg::inclusive_scan(some, in[threadIdx.x]);
        out[320 + threadIdx.x] = cg::exclusive_scan(some, in[threadIdx.x], cg::bit_xor<int>());
    }
}

static int wrong_scans(const int *in, const int *out, int size, bool all)
{
    int wrong = 0;
    for (int i = 0; i < 64; i++) {
        int sum = 0, others = 0;
        for (int j = i / size * size; j <= i; j++) {
            sum += all || j % 3 != 0 ? in[j] : 0;
            others ^= j < i && (all || j % 3 != 0) ? in[j] : 0;
        }
        const bool counts = all || i % 3 != 0;
        wrong += out[i] != (counts ? sum : 0) || out[64 + i] != (counts ? others : 0);
    }
    return wrong;
}

static void groups(const long *)
{
    char *in = managed<char>(2 * COPIED + 16);
    int *wrong = managed<int>(1), *numbers = managed<int>(64), *out = managed<int>(384);
    *wrong = 0;
    for (int i = 0; i < 2 * COPIED + 16; i++)
        in[i] = (char)(i * 37 >> 2);
    for (int i = 0; i < 64; i++)
        numbers[i] = i * 7919 % 1009;
    for (int offset = 0; offset < OFFSETS; offset++)
        copy_together<<<1, 48>>>(in, offset, wrong);
    scan_together<<<1, 64>>>(numbers, out);
    CHECK(cudaDeviceSynchronize());
    printf("wrong %d %d %d %d\n", *wrong, wrong_scans(numbers, out, 32, true),
           wrong_scans(numbers, out + 128, 8, true), wrong_scans(numbers, out + 256, 32, false));
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"votes", votes}, {"language", language},
                                      {"timer", timer}, {"sixteen_bits", sixteen_bits},
                                      {"dpx", dpx},     {"groups", groups}};
    return run_case(cases, argc, argv);
}
