/* SPDX-License-Identifier: BSD-3-Clause */
/* How the kit's programs measure a kernel, on hardware and in simgpu alike.
 *
 * Each block notes by %clock64 when its first thread begins, and when all of its threads have
 * ended. SMs' clocks do not agree, so each SM has a span of its own: from its first block's begin
 * to its last block's end. The longest span is the kernel's cycles. Launch latency is not in it,
 * nor is the way of the last stores. CUDA events measure the same launch from outside.
 *
 * Arguments of each program: the kernel (all: every one), repeats, whether L2 is flushed before
 * each cold run (0 or 1), and the size (0 small, 1 full). The first run of a kernel whose data
 * nothing has touched is cold without a flush, in simgpu.
 */
#ifndef SIMGPU_HARDWARE_MEASURE_H
#define SIMGPU_HARDWARE_MEASURE_H

#include "../../../workloads/suite/common/program.h"

enum { MOST_SMS = 512, BLOCK = 256 };

struct stamps {
    unsigned long long begin[MOST_SMS], end[MOST_SMS];
};

static __device__ __forceinline__ unsigned sm_number()
{
    unsigned number;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
    return number;
}

/* The first statement of a kernel. */
static __device__ __forceinline__ void stamp_begin(struct stamps *stamps)
{
    if (threadIdx.x == 0)
        atomicMin(&stamps->begin[sm_number()], (unsigned long long)clock64());
}

/* The last one; all threads of the block come here. */
static __device__ __forceinline__ void stamp_end(struct stamps *stamps)
{
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(&stamps->end[sm_number()], (unsigned long long)clock64());
}

struct bench {
    const char *only;
    int repeats;
    bool flush, full;
    struct stamps *stamps; /* of the device */
    unsigned *spoiler;     /* twice as large as L2 */
    size_t spoiler_words, wrong;
    cudaEvent_t before, after;
};

static __global__ void spoil(unsigned *words, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        words[i] += 1;
}

static inline struct bench bench_of(int argc, char **argv)
{
    struct bench bench = {};
    int l2 = 0;
    bench.only = argc > 1 ? argv[1] : "all";
    bench.repeats = (int)program_argument(argc, argv, 2, "repeats", 10, 1, 1000);
    bench.flush = program_argument(argc, argv, 3, "flush", 1, 0, 1) == 1;
    bench.full = program_argument(argc, argv, 4, "size", 1, 0, 1) == 1;
    bench.stamps = device_array<struct stamps>(1);
    CHECK(cudaDeviceGetAttribute(&l2, cudaDevAttrL2CacheSize, 0));
    if (bench.flush) {
        bench.spoiler_words = (size_t)l2 / 2;
        bench.spoiler = device_array<unsigned>(bench.spoiler_words);
        CHECK(cudaMemset(bench.spoiler, 0, bench.spoiler_words * sizeof(unsigned)));
    }
    CHECK(cudaEventCreate(&bench.before));
    CHECK(cudaEventCreate(&bench.after));
    return bench;
}

static inline bool bench_wants(const struct bench *bench, const char *name)
{
    return strcmp(bench->only, "all") == 0 || strcmp(bench->only, name) == 0;
}

/* A row of what the kit reads. */
static inline void bench_row(const char *name, const char *state, const char *unit, double value)
{
    printf("row,%s,%s,%s,%.9g\n", name, state, unit, value);
}

static inline void reset_stamps(struct bench *bench)
{
    static struct stamps none;
    memset(none.begin, 0xff, sizeof none.begin);
    CHECK(cudaMemcpy(bench->stamps, &none, sizeof none, cudaMemcpyHostToDevice));
}

static inline double longest_span(const struct bench *bench)
{
    static struct stamps got;
    unsigned long long longest = 0;
    copy_back(&got, bench->stamps, 1);
    for (int sm = 0; sm < MOST_SMS; sm++)
        if (got.end[sm] > got.begin[sm] && got.end[sm] - got.begin[sm] > longest)
            longest = got.end[sm] - got.begin[sm];
    return (double)longest;
}

/* One launch: its rows, if state is not NULL. */
template <class Launch>
static inline void bench_launch(struct bench *bench, const char *name, const char *state,
                                Launch launch)
{
    float ms;
    reset_stamps(bench);
    CHECK(cudaEventRecord(bench->before));
    launch(bench->stamps);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(bench->after));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaEventElapsedTime(&ms, bench->before, bench->after));
    if (state == NULL)
        return;
    bench_row(name, state, "cycles", longest_span(bench));
    bench_row(name, state, "us", ms * 1000.0);
}

/* Cold runs, then warm ones, each after the same kernel. check() says how many values are wrong. */
template <class Launch, class Check>
static inline void bench_kernel(struct bench *bench, const char *name, Launch launch, Check check)
{
    for (int i = 0; i < (bench->flush ? bench->repeats : 1); i++) {
        if (bench->flush)
            spoil<<<512, BLOCK>>>(bench->spoiler, bench->spoiler_words);
        bench_launch(bench, name, "cold", launch);
    }
    for (int i = 0; i < bench->repeats; i++)
        bench_launch(bench, name, "warm", launch);
    bench->wrong += check();
}

#endif
