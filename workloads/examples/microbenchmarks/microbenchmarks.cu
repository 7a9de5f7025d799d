/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels that measure one thing each: latencies by pointers that are followed, bandwidths by many
 * independent loads, what bank conflicts, atomics on one word and launches cost.
 *
 * Source: Wong, Papadopoulou, Sadooghi-Alvandi, Moshovos, "Demystifying GPU Microarchitecture
 * through Microbenchmarking" (ISPASS 2010), section II: a chain of dependent loads, unrolled, whose
 * time divided by its length is the latency; Mei and Chu, "Dissecting GPU Memory Hierarchy through
 * Microbenchmarking" (TPDS 2017), section 5, for throughput and bank conflicts.
 * Differs: whole kernels are timed and not pieces between reads of clock(), so chains are long
 * enough for a kernel's start to be less than a hundredth of them.
 */

enum { UNROLLED = 16, SHARED_WORDS = 2048 };

/* A ring of n pointers, `stride` bytes apart, each to the one `step` further on. */
extern "C" __global__ void chase_init(char *ring, int n, int stride, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *(char **)(ring + (long)i * stride) = ring + (((long)i + step) & (n - 1)) * stride;
}

static __device__ __forceinline__ char *follow(char *p, int rounds)
{
#pragma unroll 1
    for (int i = 0; i < rounds; i++)
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
            asm volatile("ld.global.u64 %0, [%0];" : "+l"(p));
    return p;
}

/* The same under names of their own, since results are by kernel. */
#define CHASE(name)                                                                                \
    extern "C" __global__ void name(char *ring, int rounds, char **end)                            \
    {                                                                                              \
        *end = follow(ring, rounds);                                                               \
    }

CHASE(warm_up)
CHASE(chase_l1)
CHASE(chase_l2)
CHASE(chase_dram)

/* Each lane follows a word of shared memory that leads to itself; words of neighbouring lanes are
 * `spread` words of 4 bytes apart. */
static __device__ __forceinline__ void follow_shared(int spread, int rounds, unsigned *end)
{
    __shared__ unsigned words[SHARED_WORDS];
    unsigned *own = &words[threadIdx.x * spread];
    unsigned place;
    asm("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(place) : "l"(own));
    *own = place;
    __syncthreads();
#pragma unroll 1
    for (int i = 0; i < rounds; i++)
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
            asm volatile("ld.shared.u32 %0, [%0];" : "+r"(place));
    end[threadIdx.x] = place;
}

#define CHASE_SHARED(name, spread)                                                                 \
    extern "C" __global__ void name(int rounds, unsigned *end)                                     \
    {                                                                                              \
        follow_shared(spread, rounds, end);                                                        \
    }

CHASE_SHARED(shared_1_way, 1)
CHASE_SHARED(shared_2_way, 2)
CHASE_SHARED(shared_4_way, 4)
CHASE_SHARED(shared_8_way, 8)
CHASE_SHARED(shared_16_way, 16)
CHASE_SHARED(shared_32_way, 32)

/* The only constants, so that they begin at 0, and zeros: each leads to the first. */
__constant__ unsigned long long table[64];

extern "C" __global__ void chase_constant(int rounds, unsigned *end)
{
    unsigned long long place = 0;
#pragma unroll 1
    for (int i = 0; i < rounds; i++)
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
            asm volatile("ld.const.u64 %0, [%0];" : "+l"(place));
    *end = (unsigned)(place + table[0]);
}

/* Something must need what loads bring, or they get one register and wait for each other. An
 * operation for three values, and nothing more: an SM's schedulers are not to be the limit. */
static __device__ __forceinline__ void use(const float *value)
{
    float unused;
#pragma unroll
    for (int k = 0; k < UNROLLED - 1; k += 3)
        asm volatile("fma.rn.f32 %0, %1, %2, %3;"
                     : "=f"(unused)
                     : "f"(value[k]), "f"(value[k + 1]), "f"(value[k + 2]));
    asm volatile("mov.f32 %0, %1;" : "=f"(unused) : "f"(value[UNROLLED - 1]));
}

/* Loads that wait for no other one, `step` words apart. */
static __device__ __forceinline__ void read(const float *from, int step)
{
    float value[UNROLLED];
#pragma unroll
    for (int k = 0; k < UNROLLED; k++)
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(value[k]) : "l"(from + (long)k * step));
    use(value);
}

/* 12 KiB of an SM's L1, 2 KiB a block, again and again. */
extern "C" __global__ void read_l1(const float *from, int rounds)
{
#pragma unroll 1
    for (int i = 0; i < rounds; i++)
        read(from + blockIdx.x % 6 * 512 + threadIdx.x % 32, 32);
}

/* `words` words, a power of two, again and again: each warp begins at a place of its own, so that
 * they don't meet at a bank, and reads 2 KiB a round. */
extern "C" __global__ void read_l2(const float *from, int words, int rounds)
{
    unsigned warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    unsigned at = warp * 40503 * 32 + threadIdx.x % 32;
#pragma unroll 1
    for (int i = 0; i < rounds; i++) {
        read(from + (at & (words - 1)), 32);
        at += UNROLLED * 32;
    }
}

/* All of it once: neighbouring words by neighbouring threads of the grid, two words of each at a
 * time, so that what is read side by side lies in few rows of DRAM, as where arrays are streamed.
 */
static __device__ __forceinline__ void stream(const float *from, int rounds)
{
    int threads = gridDim.x * blockDim.x;
    from += blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
    for (int i = 0; i < rounds * UNROLLED / 2; i++) {
        float first, second, unused;
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(first) : "l"(from));
        asm volatile("ld.global.f32 %0, [%1];" : "=f"(second) : "l"(from + threads));
        asm volatile("add.f32 %0, %1, %2;" : "=f"(unused) : "f"(first), "f"(second));
        from += 2 * threads;
    }
}

extern "C" __global__ void read_dram(const float *from, int rounds)
{
    stream(from, rounds);
}

/* All of it once, two words by each thread, whose block then ends. No thread has more to do than
 * the others. So none is left alone at the end, to wait for one load after the other.
 * Source: D. Ernst, gpu-benches, gpu-stream, whose kernel for reading does the same. */
extern "C" __global__ void read_once(const unsigned long long *from)
{
    unsigned long long value;
    from += blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("ld.global.u64 %0, [%1];" : "=l"(value) : "l"(from));
    asm volatile("add.u64 %0, %0, 1;" : "+l"(value));
}

/* As read_dram, for L2 to write back what a kernel before has written. */
extern "C" __global__ void clean(const float *from, int rounds)
{
    stream(from, rounds);
}

extern "C" __global__ void read_shared(int rounds)
{
    __shared__ float words[SHARED_WORDS];
#pragma unroll 1
    for (int i = 0; i < rounds; i++) {
        float value[UNROLLED];
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
            value[k] = *(volatile float *)&words[threadIdx.x % 32 + 32 * k];
        use(value);
    }
}

extern "C" __global__ void read_constant(int rounds)
{
#pragma unroll 1
    for (int i = 0; i < rounds; i++) {
        float value[UNROLLED];
#pragma unroll
        for (int k = 0; k < UNROLLED; k++)
            value[k] = *(const volatile float *)&table[k];
        use(value);
    }
}

/* One word for all, and a word for each thread. */
extern "C" __global__ void add_to_one(unsigned *word, int rounds)
{
#pragma unroll 1
    for (int i = 0; i < rounds; i++)
        atomicAdd(word, 1u);
}

extern "C" __global__ void add_to_own(unsigned *words, int rounds)
{
#pragma unroll 1
    for (int i = 0; i < rounds; i++)
        atomicAdd(&words[blockIdx.x * blockDim.x + threadIdx.x], 1u);
}

extern "C" __global__ void nothing(void) {}
