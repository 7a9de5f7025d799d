/* SPDX-License-Identifier: BSD-3-Clause */
/* What kernels have beyond plain code: groups of threads, barriers of the grid, a heap, objects
 * with virtual functions. */
#include "cases.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuComplex.h>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace cg = cooperative_groups;

/* ---- groups ---------------------------------------------------------------------------------- */

/* counts: of odd threads; sums[0], sums[1]: of even and odd values. A tile's type without its
 * parent takes a tile of a block. */
__global__ void partition(const int *values, int n, int *count, int *sums)
{
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());
    for (int i = (int)cg::this_grid().thread_rank(); i < n; i += (int)cg::this_grid().size()) {
        int value = values[i];
        cg::coalesced_group alike = cg::binary_partition(tile, value & 1);
        int sum = cg::reduce(alike, value, cg::plus<int>());
        if (alike.thread_rank() == 0) {
            atomicAdd(&sums[value & 1], sum);
            atomicAdd(count, value & 1 ? (int)alike.size() : 0);
        }
        cg::sync(tile);
    }
}

/* Counts and largest values by label, with one atomic a label and warp. */
__global__ void by_label(const int *labels, const int *values, int n, int *counts, int *largest)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || labels[i] < 0)
        return;
    cg::coalesced_group alike = cg::labeled_partition(cg::coalesced_threads(), labels[i]);
    int value = cg::reduce(alike, values[i], cg::greater<int>());
    if (alike.thread_rank() == 0) {
        atomicAdd(&counts[labels[i]], (int)alike.size());
        atomicMax(&largest[labels[i]], value);
    }
}

static void groups(const long *)
{
    enum { N = 1024, LABELS = 3 }; /* whole warps: all of a tile must take part */
    int values[N], labels[N], odd = 0, sums[2] = {}, counts[LABELS] = {}, largest[LABELS] = {};
    for (int i = 0; i < N; i++) {
        values[i] = i * 7919 % 1009;
        labels[i] = i * 31 % 5 - 1; /* -1: none; 3 is left out below */
        if (labels[i] == 3)
            labels[i] = -1;
        odd += values[i] & 1;
        sums[values[i] & 1] += values[i];
        if (labels[i] >= 0) {
            counts[labels[i]]++;
            largest[labels[i]] = values[i] > largest[labels[i]] ? values[i] : largest[labels[i]];
        }
    }
    int *words;
    CHECK(cudaMallocManaged(&words, (2 * N + 16) * sizeof(int)));
    int *results = words + 2 * N;
    memcpy(words, values, sizeof values);
    memcpy(words + N, labels, sizeof labels);
    memset(results, 0, 16 * sizeof(int));
    partition<<<4, 96>>>(words, N, results, results + 1);
    by_label<<<(N + 63) / 64, 64>>>(words + N, words, N, results + 4, results + 8);
    CHECK(cudaDeviceSynchronize());
    int wrong = results[0] != odd || results[1] != sums[0] || results[2] != sums[1];
    for (int i = 0; i < LABELS; i++)
        wrong += results[4 + i] != counts[i] || results[8 + i] != largest[i];
    printf("wrong %d\n", wrong);
}

/* ---- the grid's barrier ------------------------------------------------------------------------
 */

/* Each round every thread adds its right neighbour's number of the round before. */
/* A value that only the leader has set goes to the others: one atomic a warp. */
__global__ void led(int *next, int *places, double *halves)
{
    namespace cg = cooperative_groups;
    const cg::coalesced_group group = cg::coalesced_threads();
    const unsigned mask = __activemask();
    const int leader = __ffs(mask) - 1, lane = threadIdx.x % 32;
    int place;
    double half;
    unsigned short bits;
    if (lane == leader)
        place = atomicAdd(next, __popc(mask));
    place = __shfl_sync(mask, place, leader) + __popc(mask & ((1u << lane) - 1));
    if (group.thread_rank() == 0)
        half = atomicAdd(next + 1, 1) * 0.5;
    half = group.shfl(half, 0);
    if (lane == leader)
        bits = (unsigned short)atomicAdd(next + 2, 1);
    places[place] = place;
    halves[place] = half + __half_as_ushort(__shfl_sync(mask, __ushort_as_half(bits), leader));
}

static void leaders(const long *)
{
    enum { THREADS = 128, BLOCKS = 4, N = THREADS * BLOCKS, WARPS = N / 32 };
    int *places, wrong = 0;
    double *halves, sum = 0;
    CHECK(cudaMallocManaged(&places, (N + 3) * sizeof *places));
    CHECK(cudaMallocManaged(&halves, N * sizeof *halves));
    memset(places, 0, (N + 3) * sizeof *places);
    led<<<BLOCKS, THREADS>>>(places + N, places, halves);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) {
        wrong += places[i] != i;
        sum += halves[i];
    }
    wrong += places[N] != N || places[N + 1] != WARPS || places[N + 2] != WARPS;
    wrong += sum != 1.5 * 32 * (WARPS * (WARPS - 1) / 2);
    printf("wrong %d\n", wrong);
}

__global__ void rounds_of_grid(int *numbers, int n, int rounds)
{
    cg::grid_group grid = cg::this_grid();
    int i = (int)grid.thread_rank();
    for (int round = 0; round < rounds; round++) {
        int neighbour = *(volatile int *)&numbers[(i + 1) % n];
        grid.sync();
        numbers[i] += neighbour;
        cg::sync(grid);
    }
}

/* numbers: blocks. */
static void grid_barrier(const long *numbers)
{
    enum { THREADS = 64, ROUNDS = 5 };
    int blocks = (int)numbers[0], n = blocks * THREADS, rounds = ROUNDS, *words, wrong = 0;
    CHECK(cudaMallocManaged(&words, n * sizeof(int)));
    unsigned *expected = (unsigned *)malloc(n * sizeof(unsigned));
    for (int i = 0; i < n; i++)
        expected[i] = (unsigned)(words[i] = i);
    void *arguments[] = {&words, &n, &rounds};
    cudaError_t status = cudaLaunchCooperativeKernel(rounds_of_grid, blocks, THREADS, arguments);
    printf("launch %s\n", cudaGetErrorName(status));
    if (status != cudaSuccess)
        return;
    CHECK(cudaDeviceSynchronize());
    for (int round = 0; round < ROUNDS; round++) {
        unsigned first = expected[0];
        for (int i = 0; i < n; i++)
            expected[i] += i + 1 < n ? expected[i + 1] : first;
    }
    for (int i = 0; i < n; i++)
        wrong += (unsigned)words[i] != expected[i];
    printf("wrong %d\n", wrong);
    free(expected);
}

/* ---- the heap ----------------------------------------------------------------------------------
 */

struct shape {
    __device__ virtual ~shape() {}
    __device__ virtual int area() const = 0;
};
struct square : shape {
    int side;
    __device__ square(int side) : side(side) {}
    __device__ int area() const
    {
        return side * side;
    }
};
struct rectangle : shape {
    int *sides;
    __device__ rectangle(int a, int b) : sides(new int[2])
    {
        sides[0] = a;
        sides[1] = b;
    }
    __device__ ~rectangle()
    {
        delete[] sides;
    }
    __device__ int area() const
    {
        return sides[0] * sides[1];
    }
};

__global__ void make(shape **shapes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    shapes[i] = i % 2 ? (shape *)new square(i) : (shape *)new rectangle(i, 3);
}
__global__ void measure_and_delete(shape **shapes, int *areas)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    areas[i] = shapes[i]->area();
    delete shapes[i];
}

static void objects(const long *)
{
    enum { N = 128 };
    shape **shapes;
    int *areas, wrong = 0;
    CHECK(cudaMalloc(&shapes, N * sizeof *shapes));
    CHECK(cudaMallocManaged(&areas, N * sizeof(int)));
    size_t before = 0, after = 0, total;
    for (int i = 0; i < 2; i++) { /* the first launch loads the module */
        before = after;
        make<<<2, N / 2>>>(shapes);
        measure_and_delete<<<2, N / 2>>>(shapes, areas);
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaMemGetInfo(&after, &total));
    }
    for (int i = 0; i < N; i++)
        wrong += areas[i] != (i % 2 ? i * i : i * 3);
    printf("wrong %d\nkept %ld\n", wrong, (long)(before - after));
}

/* Where pointers go, so that the compiler does not leave the allocations out. */
__device__ void *volatile kept[64];

__global__ void take(size_t bytes, int *got)
{
    char *piece = (char *)malloc(bytes);
    kept[blockIdx.x * blockDim.x + threadIdx.x] = piece;
    if (piece) {
        piece[0] = piece[bytes - 1] = 1;
        atomicAdd(got, 1);
    }
}

/* numbers: the heap's bytes, and a piece's. 64 threads ask. */
static void heap(const long *numbers)
{
    int *got;
    CHECK(cudaMallocManaged(&got, sizeof(int)));
    *got = 0;
    CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, (size_t)numbers[0]));
    take<<<2, 32>>>((size_t)numbers[1], got);
    CHECK(cudaDeviceSynchronize());
    printf("got %d\n", *got);
}

__global__ void free_twice()
{
    kept[0] = malloc(24);
    free(nullptr);
    free(kept[0]);
    free(kept[0]);
}

static void double_free(const long *)
{
    free_twice<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
}

__global__ void free_it(void *piece)
{
    free(piece);
}

static void free_of_cuda_malloc(const long *)
{
    free_it<<<1, 1>>>(device_array<char>(24));
    CHECK(cudaDeviceSynchronize());
}

__global__ void keep_one(void **where)
{
    *where = malloc(24);
}

/* Nor the other way round; the kernels' own free still takes it. */
static void cuda_free_of_malloc(const long *)
{
    void **where;
    CHECK(cudaMallocManaged(&where, sizeof *where));
    keep_one<<<1, 1>>>(where);
    CHECK(cudaDeviceSynchronize());
    printf("free %s\n", cudaGetErrorName(cudaFree(*where)));
    free_it<<<1, 1>>>(*where);
    CHECK(cudaDeviceSynchronize());
}

/* 512 KiB of local memory are a thread's most. */
static void stack_limit(const long *)
{
    size_t bytes;
    printf("most %s\n", cudaGetErrorName(cudaDeviceSetLimit(cudaLimitStackSize, 512 << 10)));
    printf("more %s\n", cudaGetErrorName(cudaDeviceSetLimit(cudaLimitStackSize, 1 << 20)));
    CHECK(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
    printf("limit %ld\n", (long)bytes);
}

/* ---- the driver interface's questions ----------------------------------------------------------
 */

static void driver(const long *)
{
    int count = 0, major, minor, number;
    char name[8];
    const char *error;
    size_t total, free_bytes, all;
    CUdevice device;
    int failed = cuInit(0) || cuDeviceGetCount(&count) || cuDeviceGet(&device, 0) ||
                 cuDeviceComputeCapability(&major, &minor, device) ||
                 cuDeviceGetName(name, sizeof name, device) || cuDeviceTotalMem(&total, device) ||
                 cuMemGetInfo(&free_bytes, &all) || cuDriverGetVersion(&number) ||
                 cuGetErrorName(CUDA_ERROR_NO_DEVICE, &error);
    printf("failed %d\ncount %d\ncapability %d.%d\nname '%s'\n", failed, count, major, minor, name);
    printf("memory %d\nerror %s\nsecond %d\nflags %d\n", total == all && free_bytes <= all, error,
           cuDeviceGet(&device, 1), cuInit(1));
}

/* ---- numbers of 16 bits ------------------------------------------------------------------------
 */

enum { HALF_RESULTS = 13 };

/* On the device one instruction, on the host through float and double. */
template <class H, class H2> __host__ __device__ void halves_of(const H *in, int i, H *out)
{
    H a = in[i], b = in[i + 1], c = in[i + 2];
    H2 sum = H2(a, b) + H2(c, c), product = __hfma2(H2(a, b), H2(b, c), -H2(c, a));
    H2 least = __hmin2(H2(a, c), H2(b, b)), difference = H2(a, a) - H2(b, c);
    const H results[HALF_RESULTS] = {a + b,   a - b,   a * b,       a / b, __hfma(a, b, c),
                                     sum.x,   sum.y,   product.x,   -a,    product.y,
                                     least.x, least.y, difference.y};
    for (int k = 0; k < HALF_RESULTS; k++)
        out[i * HALF_RESULTS + k] = results[k];
}

template <class H, class H2> __global__ void halves_on_device(const H *in, H *out, H2 *counted)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    halves_of<H, H2>(in, i, out);
    H next = __shfl_xor_sync(0xffffffff, __ldg(&in[i]), 1);
    if (__hne(next, in[i ^ 1]) && !__hisnan(next))
        atomicAdd(counted, H2(H(0), H(1)));
    atomicAdd(counted, H2(H(1), H(0)));
}

/* All kinds of numbers, denormal ones, infinities and NaNs too. */
template <class H, class H2> static void compare_halves(H (*of_bits)(unsigned short))
{
    enum { N = 128 };
    H *in, *out;
    H2 *counted;
    CHECK(cudaMallocManaged(&in, (N + 2) * sizeof(H)));
    CHECK(cudaMallocManaged(&out, N * HALF_RESULTS * sizeof(H)));
    CHECK(cudaMallocManaged(&counted, sizeof *counted));
    *counted = H2(H(0), H(0));
    for (unsigned i = 0; i < N + 2; i++)
        in[i] = of_bits((unsigned short)(i % 3 ? i * 40503u >> 3 : 0x3c00 + i * 37));
    halves_on_device<<<N / 64, 64>>>(in, out, counted);
    CHECK(cudaDeviceSynchronize());
    static H expected[N * HALF_RESULTS];
    int wrong = 0;
    for (int i = 0; i < N; i++)
        halves_of<H, H2>(in, i, expected);
    for (int i = 0; i < N * HALF_RESULTS; i++)
        wrong += expected[i].__x != out[i].__x && !(__hisnan(expected[i]) && __hisnan(out[i]));
    printf("wrong %d counted %g %g\n", wrong, (double)(float)counted->x, (double)(float)counted->y);
}

__global__ void divide(cuDoubleComplex a, cuFloatComplex b, double *out)
{
    cuDoubleComplex quotient = cuCdiv(a, cuComplexFloatToDouble(b));
    out[0] = cuCreal(quotient);
    out[1] = cuCimag(quotient);
    out[2] = cuCabs(cuCmul(quotient, cuConj(quotient)));
}

/* (3 + 4i) / (1 - 2i) = -1 + 2i. */
static void halves(const long *)
{
    double *z;
    compare_halves<__half, __half2>(__ushort_as_half);
    compare_halves<__nv_bfloat16, __nv_bfloat162>(__ushort_as_bfloat16);
    CHECK(cudaMallocManaged(&z, 3 * sizeof *z));
    divide<<<1, 1>>>(make_cuDoubleComplex(3, 4), make_cuFloatComplex(1, -2), z);
    CHECK(cudaDeviceSynchronize());
    printf("quotient %g %g %g\n", z[0], z[1], z[2]);
}

/* ---- two or four integers in a word ---- */

enum { SIMD_FUNCTIONS = 22 };

template <int PARTS> __device__ void simd_of(unsigned x, unsigned y, unsigned *out);

#define SIMD_OF(n)                                                                                 \
    template <> __device__ void simd_of<n>(unsigned x, unsigned y, unsigned *out)                  \
    {                                                                                              \
        const unsigned results[SIMD_FUNCTIONS] = {                                                 \
            __vadd##n(x, y),      __vaddss##n(x, y),    __vaddus##n(x, y),  __vsub##n(x, y),       \
            __vsubss##n(x, y),    __vsubus##n(x, y),    __vavgs##n(x, y),   __vavgu##n(x, y),      \
            __vabsdiffs##n(x, y), __vabsdiffu##n(x, y), __vmaxs##n(x, y),   __vmaxu##n(x, y),      \
            __vmins##n(x, y),     __vminu##n(x, y),     __vabs##n(x),       __vabsss##n(x),        \
            __vneg##n(x),         __vnegss##n(x),       __vcmpgts##n(x, y), __vcmpleu##n(x, y),    \
            __vseteq##n(x, y),    __vhaddu##n(x, y)};                                              \
        for (int i = 0; i < SIMD_FUNCTIONS; i++)                                                   \
            out[i] = results[i];                                                                   \
        out[SIMD_FUNCTIONS] = __vsads##n(x, y);                                                    \
        out[SIMD_FUNCTIONS + 1] = __vsadu##n(x, y);                                                \
    }
SIMD_OF(2)
SIMD_OF(4)

template <int PARTS> __global__ void simd_on_device(const unsigned *in, unsigned *out)
{
    simd_of<PARTS>(in[2 * threadIdx.x], in[2 * threadIdx.x + 1],
                   out + threadIdx.x * (SIMD_FUNCTIONS + 2));
}

/* Each part by itself: signed a and b, unsigned c and d; `top`: the largest signed number. */
static void simd_parts(int a, int b, int c, int d, int top, int *out)
{
    const int all = 2 * top + 1;
    auto fit = [top](int x) { return x > top ? top : x < -top - 1 ? -top - 1 : x; };
    auto fit_u = [all](int x) { return x > all ? all : x < 0 ? 0 : x; };
    const int sum = a + b;
    const int results[SIMD_FUNCTIONS] = {c + d,
                                         fit(sum),
                                         fit_u(c + d),
                                         c - d,
                                         fit(a - b),
                                         fit_u(c - d),
                                         sum >= 0 ? (sum + 1) / 2 : -((1 - sum) / 2),
                                         (c + d + 1) / 2,
                                         abs(a - b),
                                         abs(c - d),
                                         a > b ? a : b,
                                         c > d ? c : d,
                                         a < b ? a : b,
                                         c < d ? c : d,
                                         abs(a),
                                         fit(abs(a)),
                                         -a,
                                         fit(-a),
                                         a > b ? all : 0,
                                         c <= d ? all : 0,
                                         c == d,
                                         (c + d) / 2};
    memcpy(out, results, sizeof results);
}

template <int PARTS> static int simd_wrong()
{
    enum { N = 64, BITS = 32 / PARTS };
    unsigned *in, *out;
    int wrong = 0;
    CHECK(cudaMallocManaged(&in, 2 * N * sizeof *in));
    CHECK(cudaMallocManaged(&out, N * (SIMD_FUNCTIONS + 2) * sizeof *out));
    for (unsigned i = 0; i < 2 * N; i++)
        in[i] = i % 5 == 0 ? 0x80807fffu : i % 7 == 0 ? in[i - 1] : (i + 1) * 2654435761u;
    simd_on_device<PARTS><<<1, N>>>(in, out);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) {
        unsigned expected[SIMD_FUNCTIONS + 2] = {};
        for (int part = 0; part < 32; part += BITS) {
            const unsigned mask = (1u << BITS) - 1;
            const int c = (int)(in[2 * i] >> part & mask), d = (int)(in[2 * i + 1] >> part & mask);
            const int a = c > (int)(mask / 2) ? c - (int)mask - 1 : c;
            const int b = d > (int)(mask / 2) ? d - (int)mask - 1 : d;
            int results[SIMD_FUNCTIONS];
            simd_parts(a, b, c, d, (int)(mask / 2), results);
            for (int k = 0; k < SIMD_FUNCTIONS; k++)
                expected[k] |= ((unsigned)results[k] & mask) << part;
            expected[SIMD_FUNCTIONS] += (unsigned)abs(a - b);
            expected[SIMD_FUNCTIONS + 1] += (unsigned)abs(c - d);
        }
        for (int k = 0; k < SIMD_FUNCTIONS + 2; k++)
            wrong += out[i * (SIMD_FUNCTIONS + 2) + k] != expected[k];
    }
    return wrong;
}

static void simd(const long *)
{
    printf("wrong %d %d\n", simd_wrong<2>(), simd_wrong<4>());
}

/* Bandwidth as programs work it out: two transfers a cycle. */
static void device(const long *)
{
    cudaDeviceProp all;
    CHECK(cudaGetDeviceProperties(&all, 0));
    printf("name '%s'\n", all.name);
    printf("capability %d.%d\n", all.major, all.minor);
    printf("GB/s %.0f\n", 2e-6 * all.memoryClockRate * (all.memoryBusWidth / 8));
}

/* ---- tiles of more than a warp --------------------------------------------------------------- */

enum { TILED = 256, TILE_RESULTS = 6 };

template <unsigned int SIZE, class PARENT>
__device__ static void use_tile(const PARENT &parent, int *out)
{
    auto tile = cg::tiled_partition<SIZE>(parent);
    const int thread = threadIdx.x, value = thread % 7;
    int *own = out + thread * TILE_RESULTS;
    own[0] = cg::reduce(tile, value, cg::plus<int>());
    own[1] = cg::inclusive_scan(tile, value);
    own[2] = cg::exclusive_scan(tile, value, cg::bit_xor<int>());
    own[3] = tile.shfl(thread, SIZE - 3);
    own[4] = tile.any(thread == 70) * 2 + tile.all(thread < 128);
    own[5] = tile.meta_group_rank() * 10000 + tile.meta_group_size() * 1000 + tile.thread_rank();
}

/* Warps come late by turns, and a tile of a tile meets while its neighbour does not. */
__global__ void use_tiles(int *out)
{
    __shared__ cg::block_tile_memory<TILED> memory;
    auto block = cg::this_thread_block(memory);
    for (int round = 0; round < 3; round++) {
        if (threadIdx.x / 32 % 3 == round)
            __nanosleep(200);
        use_tile<64>(block, out);
        use_tile<256>(block, out + TILED * TILE_RESULTS);
        auto half = cg::tiled_partition<128>(block);
        if (half.meta_group_rank() == 1 || round == 1)
            use_tile<64>(half, out + 2 * TILED * TILE_RESULTS);
    }
}

static int wrong_of(const int *found, int size)
{
    int wrong = 0;
    for (int t = 0; t < TILED; t++) {
        const int first = t / size * size;
        int all = 0, sum = 0, before = 0;
        for (int i = first; i < first + size; i++) {
            all += i % 7;
            sum += i <= t ? i % 7 : 0;
            before ^= i < t ? i % 7 : 0;
        }
        const int expected[TILE_RESULTS] = {all,
                                            sum,
                                            before,
                                            first + size - 3,
                                            (first <= 70 && 70 < first + size) * 2 +
                                                (first + size <= 128),
                                            t / size * 10000 + TILED / size * 1000 + t % size};
        wrong += memcmp(found + t * TILE_RESULTS, expected, sizeof expected) != 0;
    }
    return wrong;
}

static void wide_tiles(const long *)
{
    int *out;
    CHECK(cudaMallocManaged(&out, 3 * TILED * TILE_RESULTS * sizeof *out));
    use_tiles<<<1, TILED>>>(out);
    CHECK(cudaDeviceSynchronize());
    printf("wrong %d %d %d\n", wrong_of(out, 64), wrong_of(out + TILED * TILE_RESULTS, 256),
           wrong_of(out + 2 * TILED * TILE_RESULTS, 64));
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"groups", groups},
                                      {"leaders", leaders},
                                      {"grid_barrier", grid_barrier},
                                      {"objects", objects},
                                      {"heap", heap},
                                      {"double_free", double_free},
                                      {"free_of_cuda_malloc", free_of_cuda_malloc},
                                      {"cuda_free_of_malloc", cuda_free_of_malloc},
                                      {"stack_limit", stack_limit},
                                      {"driver", driver},
                                      {"halves", halves},
                                      {"simd", simd},
                                      {"device", device},
                                      {"wide_tiles", wide_tiles}};
    return run_case(cases, argc, argv);
}
