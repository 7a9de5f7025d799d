/* SPDX-License-Identifier: BSD-3-Clause */
/* mbarriers of other blocks of a cluster, and bulk copies to several blocks. Each case checks
 * itself: "wrong 0". */
#include "cases.h"
#include <cuda.h>

enum { BLOCKS = 4, THREADS = 64, WORDS = 512 };

__device__ static unsigned at(const void *shared)
{
    return (unsigned)__cvta_generic_to_shared(shared);
}

__device__ static unsigned rank_of_block()
{
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}

/* The place in the block of that rank. */
__device__ static unsigned there(const void *shared, unsigned rank)
{
    unsigned address;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(address) : "r"(at(shared)), "r"(rank));
    return address;
}

__device__ static void init(unsigned long long *bar, unsigned count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at(bar)), "r"(count) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

__device__ static void meet()
{
    asm volatile("barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;" ::: "memory");
}

__device__ static void await(unsigned long long *bar, unsigned parity)
{
    unsigned done = 0;
    while (!done)
        asm volatile("{.reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;"
                     "selp.u32 %0, 1, 0, p;}"
                     : "=r"(done)
                     : "r"(at(bar)), "r"(parity)
                     : "memory");
}

/* Each block writes a word into all blocks, its own included, and then arrives there. */
__global__ void exchange(unsigned *out, int rounds)
{
    __shared__ unsigned words[BLOCKS];
    __shared__ unsigned long long full, empty;
    const unsigned rank = rank_of_block();
    if (threadIdx.x == 0) {
        init(&full, 3 * BLOCKS);
        init(&empty, BLOCKS);
    }
    meet();
    for (int i = 0; i < rounds; i++) {
        if (threadIdx.x < BLOCKS) {
            const unsigned to = threadIdx.x;
            if (i > 0)
                await(&empty, (i - 1) & 1);
            asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(there(&words[rank], to)),
                         "r"(1000 * i + 10 * rank + to)
                         : "memory");
            asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];"
                         "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0], 2;" ::"r"(
                             there(&full, to))
                         : "memory");
        }
        await(&full, i & 1);
        if (threadIdx.x < BLOCKS) {
            out[(i * gridDim.x + blockIdx.x) * BLOCKS + threadIdx.x] = words[threadIdx.x];
            __syncwarp((1u << BLOCKS) - 1);
            asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(
                             there(&empty, threadIdx.x))
                         : "memory");
        }
        __syncthreads();
    }
    meet();
}

template <class... A> static void launch(void (*kernel)(A...), unsigned grid, A... arguments)
{
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = {};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = BLOCKS;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.gridDim = grid;
    config.blockDim = THREADS;
    config.attrs = &attribute;
    config.numAttrs = 1;
    CHECK(cudaLaunchKernelEx(&config, kernel, arguments...));
    CHECK(cudaDeviceSynchronize());
}

static void arrivals(const long *)
{
    enum { GRID = 8, ROUNDS = 5 };
    static unsigned out[ROUNDS][GRID][BLOCKS];
    unsigned *device = device_array<unsigned>(ROUNDS * GRID * BLOCKS), wrong = 0;
    launch(exchange, GRID, device, (int)ROUNDS);
    CHECK(cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < ROUNDS; i++)
        for (unsigned b = 0; b < GRID; b++)
            for (unsigned k = 0; k < BLOCKS; k++)
                wrong += out[i][b][k] != 1000 * i + 10 * k + b % BLOCKS;
    printf("wrong %u\n", wrong);
}

__device__ static void expect(unsigned long long *bar, unsigned bytes)
{
    asm volatile("{.reg .b64 s; mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 s, [%0], %1;}" ::"r"(
                     at(bar)),
                 "r"(bytes)
                 : "memory");
}

/* Each block brings a part of the words to all blocks; rank 0 also some to ranks 1 and 3, and each
 * block a few to the next one. */
__global__ void spread(const unsigned *in, unsigned *out)
{
    enum { PART = WORDS / BLOCKS };
    __shared__ __align__(128) unsigned words[WORDS], some[PART], few[4];
    __shared__ unsigned long long bar;
    const unsigned rank = rank_of_block(), next = (rank + 1) % BLOCKS, odd = rank % 2;
    for (unsigned i = threadIdx.x; i < PART; i += THREADS)
        some[i] = 0;
    if (threadIdx.x == 0) {
        init(&bar, 1);
        expect(&bar, sizeof words + sizeof few + odd * sizeof some);
    }
    meet();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                     ".multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(at(words + rank * PART)),
                     "l"(in + rank * PART), "r"((unsigned)(PART * sizeof *in)), "r"(at(&bar)),
                     "h"((short)((1 << BLOCKS) - 1))
                     : "memory");
        if (rank == 0)
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                         ".multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(at(some)),
                         "l"(in + 36), "r"((unsigned)sizeof some), "r"(at(&bar)), "h"((short)10)
                         : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], "
                     "[%1], %2, [%3];" ::"r"(there(few, next)),
                     "l"(in + 4 * rank), "r"((unsigned)sizeof few), "r"(there(&bar, next))
                     : "memory");
    }
    await(&bar, 0);
    unsigned *own = out + blockIdx.x * (WORDS + PART + 4);
    for (unsigned i = threadIdx.x; i < WORDS; i += THREADS)
        own[i] = words[i];
    for (unsigned i = threadIdx.x; i < PART; i += THREADS)
        own[WORDS + i] = some[i];
    if (threadIdx.x < 4)
        own[WORDS + PART + threadIdx.x] = few[threadIdx.x];
    meet();
}

static void copies(const long *)
{
    enum { GRID = 8, PART = WORDS / BLOCKS, ALL = WORDS + PART + 4 };
    static unsigned in[WORDS], out[GRID][ALL];
    unsigned *from = device_array<unsigned>(WORDS), *to = device_array<unsigned>(GRID * ALL), wrong = 0;
    for (unsigned i = 0; i < WORDS; i++)
        in[i] = i * i + 1;
    CHECK(cudaMemcpy(from, in, sizeof in, cudaMemcpyHostToDevice));
    launch(spread, GRID, (const unsigned *)from, to);
    CHECK(cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost));
    for (unsigned b = 0; b < GRID; b++) {
        const unsigned rank = b % BLOCKS, before = (rank + BLOCKS - 1) % BLOCKS;
        for (unsigned i = 0; i < WORDS; i++)
            wrong += out[b][i] != in[i];
        for (unsigned i = 0; i < PART; i++)
            wrong += out[b][WORDS + i] != (rank % 2 ? in[36 + i] : 0);
        for (unsigned i = 0; i < 4; i++)
            wrong += out[b][WORDS + PART + i] != in[4 * before + i];
    }
    printf("wrong %u\n", wrong);
}

/* A box of a tensor, half of it outside, with a swizzle: rank 1 brings it to all others. */
__global__ void box(const CUtensorMap *map, unsigned *out)
{
    enum { BOX = 32 * 8 };
    __shared__ __align__(1024) unsigned tile[BOX];
    __shared__ unsigned long long bar;
    const unsigned rank = rank_of_block();
    for (unsigned i = threadIdx.x; i < BOX; i += THREADS)
        tile[i] = 77;
    if (threadIdx.x == 0) {
        init(&bar, 1);
        expect(&bar, rank == 1 ? 0 : sizeof tile);
    }
    meet();
    if (threadIdx.x == 0 && rank == 1)
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes"
                     ".multicast::cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(at(tile)),
                     "l"(map), "r"(0), "r"(-3), "r"(at(&bar)), "h"((short)13)
                     : "memory");
    await(&bar, 0);
    for (unsigned i = threadIdx.x; i < BOX; i += THREADS)
        out[blockIdx.x * BOX + i] = tile[i];
    meet();
}

static void boxes(const long *)
{
    enum { COLUMNS = 32, ROWS = 20, BOX_ROWS = 8, BOX = COLUMNS * BOX_ROWS };
    static unsigned in[ROWS * COLUMNS], out[BLOCKS][BOX];
    unsigned *from = device_array<unsigned>(ROWS * COLUMNS), *to = device_array<unsigned>(BLOCKS * BOX);
    CUtensorMap map, *on_device = device_array<CUtensorMap>(1);
    const cuuint64_t sizes[] = {COLUMNS, ROWS}, strides[] = {COLUMNS * sizeof(int)};
    const cuuint32_t shape[] = {COLUMNS, BOX_ROWS}, steps[] = {1, 1};
    unsigned wrong = 0;
    for (unsigned i = 0; i < ROWS * COLUMNS; i++)
        in[i] = 5 * i + 2;
    CHECK(cudaMemcpy(from, in, sizeof in, cudaMemcpyHostToDevice));
    wrong += cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 2, from, sizes, strides, shape,
                                    steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                    CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != 0;
    CHECK(cudaMemcpy(on_device, &map, sizeof map, cudaMemcpyHostToDevice));
    launch(box, BLOCKS, (const CUtensorMap *)on_device, to);
    CHECK(cudaMemcpy(out, to, sizeof out, cudaMemcpyDeviceToHost));
    for (unsigned b = 0; b < BLOCKS; b++)
        for (int r = 0; r < BOX_ROWS; r++)
            for (int c = 0; c < COLUMNS; c++) {
                const int byte = (r * COLUMNS + c) * 4, place = (byte ^ ((byte >> 7 & 7) << 4)) / 4;
                const unsigned expected = b == 1 ? 77 : r < 3 ? 0 : in[(r - 3) * COLUMNS + c];
                wrong += out[b][place] != expected;
            }
    printf("wrong %u\n", wrong);
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"arrivals", arrivals}, {"copies", copies}, {"boxes", boxes}};
    return run_case(cases, argc, argv);
}
