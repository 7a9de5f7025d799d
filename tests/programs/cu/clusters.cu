/* SPDX-License-Identifier: BSD-3-Clause */
/* Clusters of blocks: a histogram in the shared memory of a cluster, and launches that can't be. */
#include "cases.h"
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

/* Each block has a part of the bins; the blocks of a cluster count into all of them. */
__global__ void histogram(const unsigned *keys, unsigned n, unsigned bins, unsigned *out)
{
    extern __shared__ unsigned counts[];
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned each = bins / cluster.num_blocks();
    for (unsigned i = threadIdx.x; i < each; i += blockDim.x)
        counts[i] = 0;
    cluster.sync();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        const unsigned bin = keys[i] % bins;
        atomicAdd(cluster.map_shared_rank(counts, bin / each) + bin % each, 1u);
    }
    cluster.sync();
    for (unsigned i = threadIdx.x; i < each; i += blockDim.x)
        atomicAdd(out + cluster.block_rank() * each + i, counts[i]);
}

/* Counts what this_cluster() says wrongly. */
__global__ void look(unsigned *wrong)
{
    __shared__ int place;
    const cg::cluster_group cluster = cg::this_cluster();
    const dim3 in = cluster.block_index(), size = cluster.dim_blocks();
    const unsigned rank = in.y * size.x + in.x, next = (rank + 1) % cluster.num_blocks();
    bool good = cluster.num_blocks() == size.x * size.y * size.z && cluster.block_rank() == rank &&
                in.x == blockIdx.x % size.x && in.y == blockIdx.y % size.y &&
                cluster.num_threads() == cluster.num_blocks() * blockDim.x &&
                cluster.thread_rank() == rank * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0)
        place = (int)rank;
    cluster.sync();
    const int *there = cluster.map_shared_rank(&place, (int)next);
    good = good && *there == (int)next && cluster.query_shared_rank(there) == next;
    if (!good)
        atomicAdd(wrong, 1u);
    cluster.sync();
}

static cudaLaunchConfig_t config_of(cudaLaunchAttribute *attribute, dim3 grid, dim3 cluster)
{
    cudaLaunchConfig_t config = {};
    attribute->id = cudaLaunchAttributeClusterDimension;
    attribute->val.clusterDim.x = cluster.x;
    attribute->val.clusterDim.y = cluster.y;
    attribute->val.clusterDim.z = cluster.z;
    config.gridDim = grid;
    config.blockDim = dim3(64);
    config.attrs = attribute;
    config.numAttrs = 1;
    return config;
}

static unsigned *new_words(size_t n)
{
    unsigned *words;
    CHECK(cudaMalloc(&words, n * sizeof *words));
    CHECK(cudaMemset(words, 0, n * sizeof *words));
    return words;
}

/* blocks of a cluster */
static void count(const long *numbers)
{
    enum { N = 1 << 13, BINS = 1024, BLOCKS = 32 };
    static unsigned keys[N], expected[BINS], got[BINS];
    unsigned state = 1, wrong = 0, *device_keys = new_words(N), *out = new_words(BINS);
    for (int i = 0; i < N; i++) {
        state = state * 1664525u + 1013904223u;
        keys[i] = state >> 8;
        expected[keys[i] % BINS]++;
    }
    CHECK(cudaMemcpy(device_keys, keys, sizeof keys, cudaMemcpyHostToDevice));
    cudaLaunchAttribute attribute;
    cudaLaunchConfig_t config = config_of(&attribute, BLOCKS, dim3((unsigned)numbers[0]));
    config.dynamicSmemBytes = BINS / numbers[0] * sizeof(unsigned);
    CHECK(cudaFuncSetAttribute(histogram, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    CHECK(cudaLaunchKernelEx(&config, histogram, device_keys, N, BINS, out));
    CHECK(cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < BINS; i++)
        wrong += got[i] != expected[i];
    printf("wrong %u\n", wrong);
}

/* blocks of a cluster along x and y */
static void registers(const long *numbers)
{
    unsigned wrong = 0, *device_wrong = new_words(1);
    cudaLaunchAttribute attribute;
    const dim3 cluster((unsigned)numbers[0], (unsigned)numbers[1]);
    const cudaLaunchConfig_t config = config_of(&attribute, dim3(8, 4), cluster);
    CHECK(cudaLaunchKernelEx(&config, look, device_wrong));
    CHECK(cudaMemcpy(&wrong, device_wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    printf("wrong %u\n", wrong);
}

/* What is refused, and that the next launch is not. */
static void refusals(const long *)
{
    unsigned *wrong = new_words(1);
    const dim3 clusters[] = {dim3(3), dim3(16), dim3(64), dim3(4, 0), dim3(4)};
    int launches = 0;
    CHECK(cudaDeviceGetAttribute(&launches, cudaDevAttrClusterLaunch, 0));
    printf("clusters %d\n", launches);
    for (const dim3 &cluster : clusters) {
        cudaLaunchAttribute attribute;
        const cudaLaunchConfig_t config = config_of(&attribute, dim3(64), cluster);
        printf("status %d\n", (int)cudaLaunchKernelEx(&config, look, wrong));
        cudaGetLastError();
    }
    CHECK(cudaDeviceSynchronize());
}

/* How many clusters there may be at a time, of 2, 8 and 16 blocks, and how large they may be. */
static void occupancy(const long *)
{
    int n = 0;
    CHECK(cudaFuncSetAttribute(histogram, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    static const unsigned sizes[] = {2, 8, 16};
    for (unsigned blocks : sizes) {
        cudaLaunchAttribute attribute;
        cudaLaunchConfig_t config = config_of(&attribute, dim3(64), dim3(blocks));
        config.dynamicSmemBytes = 150000; /* a block on an SM */
        CHECK(cudaOccupancyMaxActiveClusters(&n, histogram, &config));
        printf("clusters %d\n", n);
        CHECK(cudaOccupancyMaxPotentialClusterSize(&n, histogram, &config));
        printf("blocks %d\n", n);
        CHECK(cudaOccupancyMaxPotentialClusterSize(&n, look, &config));
        printf("portable %d\n", n);
    }
}

int main(int argc, char **argv)
{
    static const test_case cases[] = {
        {"count", count}, {"registers", registers}, {"refusals", refusals}, {"occupancy", occupancy}};
    return run_case(cases, argc, argv);
}
