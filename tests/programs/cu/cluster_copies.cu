/* SPDX-License-Identifier: BSD-3-Clause */
/* mbarriers of other blocks of a cluster, and bulk copies to several blocks. Each case checks
 * itself: "wrong 0". */
#include "cases.h"
#include <cuda_runtime.h>

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

int main(int argc, char **argv)
{
    static const test_case cases[] = {{"arrivals", arrivals}};
    return run_case(cases, argc, argv);
}
