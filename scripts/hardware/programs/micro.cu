/* SPDX-License-Identifier: BSD-3-Clause */
/* Microbenchmarks: latencies of dependent loads and operations, rates of tensor cores and memory,
 * an empty launch, and the clock. Latencies are %clock64's cycles from first to last of a chain. */
#include "../../../workloads/tensor/common/warp_matrix.h"
#include "measure.h"

/* What stops a compiler from dropping a chain; and its cycles. */
struct outcome {
    unsigned long long cycles;
    unsigned value;
};

/* Goes along a ring of addresses, `steps` times. WARM: `links` times before, which is once around.
 */
template <bool WARM>
__global__ void chase(const void *at, unsigned links, int steps, struct outcome *outcome)
{
    if (WARM)
        for (unsigned i = 0; i < links; i++)
            asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at));
    long long begin = clock64();
    for (int i = 0; i < steps; i++)
        asm volatile("ld.global.ca.u64 %0, [%0];" : "+l"(at));
    outcome->value = (unsigned)(size_t)at;
    outcome->cycles = (unsigned long long)(clock64() - begin);
}

/* The same, past L1. */
__global__ void chase_l2(const void *at, unsigned links, int steps, struct outcome *outcome)
{
    for (unsigned i = 0; i < links; i++)
        asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at));
    long long begin = clock64();
    for (int i = 0; i < steps; i++)
        asm volatile("ld.global.cg.u64 %0, [%0];" : "+l"(at));
    outcome->value = (unsigned)(size_t)at;
    outcome->cycles = (unsigned long long)(clock64() - begin);
}

__global__ void chase_shared(int steps, struct outcome *outcome)
{
    __shared__ unsigned ring[BLOCK];
    for (int i = threadIdx.x; i < BLOCK; i += blockDim.x)
        ring[i] = shared_place(&ring[(i + 33) % BLOCK]);
    __syncthreads();
    unsigned at = shared_place(ring);
    long long begin = clock64();
    for (int i = 0; i < steps; i++)
        asm volatile("ld.shared.u32 %0, [%0];" : "+r"(at));
    outcome->value = at;
    outcome->cycles = (unsigned long long)(clock64() - begin);
}

/* Products that wait for each other (SUMS 1), or for every SUMS-th one, of all of a block's warps.
 */
template <int SUMS> __global__ void products(int steps, struct outcome *outcome)
{
    float sums[SUMS][4] = {};
    unsigned a[4] = {threadIdx.x, 1, 2, 3};
    __syncthreads();
    long long begin = clock64();
    for (int i = 0; i < steps; i++)
        repeat<SUMS>([&](auto j) TENSOR_INLINE { multiply_add(sums[j], a, a[0], a[1]); });
    float total = 0;
    repeat<SUMS>([&](auto j) TENSOR_INLINE { total += sums[j][0]; });
    __syncthreads();
    if (threadIdx.x == 0) {
        outcome->value = (unsigned)total;
        outcome->cycles = (unsigned long long)(clock64() - begin);
    }
}

__global__ void read_all(const uint4 *from, size_t n, struct outcome *outcome)
{
    unsigned sum = 0;
    for (size_t i = blockIdx.x * (size_t)BLOCK + threadIdx.x; i < n; i += (size_t)gridDim.x * BLOCK)
        sum ^= from[i].x ^ from[i].y ^ from[i].z ^ from[i].w;
    if (sum == 1)
        outcome->value = sum;
}

__global__ void empty() {}

/* A chain of additions: its cycles over its time are the clock. */
__global__ void spin(int steps, struct outcome *outcome)
{
    unsigned x = 1;
    long long begin = clock64();
    for (int i = 0; i < steps; i++)
        asm volatile("add.u32 %0, %0, 1;" : "+r"(x));
    outcome->value = x;
    outcome->cycles = (unsigned long long)(clock64() - begin);
}

/* A ring of `n` addresses in steps of `stride`; the order is that of the places. */
static size_t *ring_of(size_t n, size_t stride, unsigned *links)
{
    size_t *host = host_array<size_t>(n), *device = device_array<size_t>(n);
    *links = (unsigned)(n / stride);
    for (size_t i = 0; i < *links; i++)
        host[i * stride] = (size_t)(device + (i + 1) % *links * stride);
    CHECK(cudaMemcpy(device, host, n * sizeof *host, cudaMemcpyHostToDevice));
    free(host);
    return device;
}

static double cycles_of(struct outcome *outcome)
{
    struct outcome got;
    CHECK(cudaDeviceSynchronize());
    copy_back(&got, outcome, 1);
    return (double)got.cycles;
}

/* Each is run once before it counts, but for what must be cold. */
static void bench_latencies(struct bench *bench, struct outcome *outcome)
{
    unsigned links, far_links;
    int steps = bench->full ? 512 : 64;
    size_t *near = ring_of(2048, 16, &links);
    size_t *large = ring_of(bench->full ? 16 << 20 : 1 << 17, 16 * 33, &far_links);
    for (int i = 0; i < bench->repeats; i++) {
        chase<true><<<1, 1>>>(near, links, steps, outcome);
        bench_row("latency_l1", "-", "cycles", cycles_of(outcome) / steps);
        chase_l2<<<1, 1>>>(near, links, steps, outcome);
        bench_row("latency_l2", "-", "cycles", cycles_of(outcome) / steps);
        if (bench->flush)
            spoil<<<512, BLOCK>>>(bench->spoiler, bench->spoiler_words);
        if (bench->flush || i == 0) {
            chase<false><<<1, 1>>>(large, far_links, 200, outcome);
            bench_row("latency_dram", "-", "cycles", cycles_of(outcome) / 200);
        }
        chase_shared<<<1, 1>>>(steps, outcome);
        bench_row("latency_shared", "-", "cycles", cycles_of(outcome) / steps);
        products<1><<<1, 32>>>(steps, outcome);
        bench_row("latency_mma", "-", "cycles", cycles_of(outcome) / steps);
    }
    CHECK(cudaFree(near));
    CHECK(cudaFree(large));
}

/* 1,024 of them are the A100's peak: 16 warps of 8 products of 2,048 multiply-adds. */
static void bench_rates(struct bench *bench, struct outcome *outcome)
{
    int steps = bench->full ? 256 : 16, blocks = bench->full ? 864 : 32;
    size_t bytes = bench->full ? (size_t)8 << 20 : 1 << 20;
    uint4 *data = device_array<uint4>(bytes / sizeof *data);
    float ms;
    CHECK(cudaMemset(data, 0, bytes));
    for (int i = 0; i < bench->repeats; i++) {
        products<8><<<1, 512>>>(steps, outcome);
        bench_row("rate_mma", "-", "fma/cycle", steps * 8.0 * 16 * 2048 / cycles_of(outcome));
        read_all<<<blocks, BLOCK>>>(data, bytes / sizeof *data, outcome);
        CHECK(cudaEventRecord(bench->before));
        read_all<<<blocks, BLOCK>>>(data, bytes / sizeof *data, outcome);
        CHECK(cudaEventRecord(bench->after));
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventElapsedTime(&ms, bench->before, bench->after));
        bench_row("read_warm", "-", "us", ms * 1000.0);
        CHECK(cudaEventRecord(bench->before));
        empty<<<1, 32>>>();
        CHECK(cudaEventRecord(bench->after));
        CHECK(cudaDeviceSynchronize());
        CHECK(cudaEventElapsedTime(&ms, bench->before, bench->after));
        bench_row("launch_empty", "-", "us", ms * 1000.0);
        CHECK(cudaEventRecord(bench->before));
        spin<<<1, 1>>>(bench->full ? 1 << 18 : 1 << 15, outcome);
        CHECK(cudaEventRecord(bench->after));
        double cycles = cycles_of(outcome);
        CHECK(cudaEventElapsedTime(&ms, bench->before, bench->after));
        bench_row("clock", "-", "MHz", cycles / ms / 1000.0);
    }
    CHECK(cudaFree(data));
}

/* What the table needs to know of the GPU. */
static void print_device(void)
{
    static const struct {
        const char *name;
        enum cudaDeviceAttr attribute;
    } rows[] = {
        {"sms", cudaDevAttrMultiProcessorCount},
        {"clock_khz", cudaDevAttrClockRate},
        {"memory_clock_khz", cudaDevAttrMemoryClockRate},
        {"memory_bus_bits", cudaDevAttrGlobalMemoryBusWidth},
        {"l2_bytes", cudaDevAttrL2CacheSize},
        {"shared_bytes_per_sm", cudaDevAttrMaxSharedMemoryPerMultiprocessor},
        {"registers_per_sm", cudaDevAttrMaxRegistersPerMultiprocessor},
        {"threads_per_sm", cudaDevAttrMaxThreadsPerMultiProcessor},
        {"capability_major", cudaDevAttrComputeCapabilityMajor},
        {"capability_minor", cudaDevAttrComputeCapabilityMinor},
    };
    cudaDeviceProp properties;
    int driver, runtime;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    CHECK(cudaDriverGetVersion(&driver));
    CHECK(cudaRuntimeGetVersion(&runtime));
    printf("text,gpu,%s\n", properties.name);
    printf("text,driver_cuda,%d\ntext,runtime_cuda,%d\n", driver, runtime);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int value = 0;
        if (cudaDeviceGetAttribute(&value, rows[i].attribute, 0) == cudaSuccess)
            printf("text,%s,%d\n", rows[i].name, value);
    }
}

int main(int argc, char **argv)
{
    struct bench bench = bench_of(argc, argv);
    struct outcome *outcome = device_array<struct outcome>(1);
    if (bench_wants(&bench, "device"))
        print_device();
    if (bench_wants(&bench, "latencies"))
        bench_latencies(&bench, outcome);
    if (bench_wants(&bench, "rates"))
        bench_rates(&bench, outcome);
    return program_verdict("micro", 0);
}
