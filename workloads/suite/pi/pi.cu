/* SPDX-License-Identifier: BSD-3-Clause */
/* EIP: pi by throwing darts, the random numbers made inside the kernel that uses them.
 *
 * A thread's generator is a struct of six words in global memory, 24 bytes from its neighbour's: a
 * load of one of its words touches six lines, and the loads of the five others touch the same six.
 * A warp that goes on finds them in the L1, one that has to wait for all others may not: locality
 * within the warp. In between it computes, in registers, and at the end the block adds up its hits
 * in shared memory.
 *
 * Source: G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8(14), 2003 (xorwow).
 * Differs: generators are seeded by a hash of the thread's number, not by jumping ahead in one
 *   sequence, which would cost more than the estimate.
 */
#include "../common/program.h"

enum { BLOCK = 256 };

struct generator {
    uint32_t x[5];
    uint32_t counter;
};

/* Spreads a number over 32 bits (the finaliser of MurmurHash3, A. Appleby, public domain). */
__host__ __device__ inline uint32_t scramble(uint32_t h)
{
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    return h ^ (h >> 16);
}

__host__ __device__ inline uint32_t generator_next(generator *g)
{
    uint32_t t = g->x[0] ^ (g->x[0] >> 2);

    g->x[0] = g->x[1];
    g->x[1] = g->x[2];
    g->x[2] = g->x[3];
    g->x[3] = g->x[4];
    g->x[4] = (g->x[4] ^ (g->x[4] << 4)) ^ (t ^ (t << 1));
    g->counter += 362437;
    return g->x[4] + g->counter;
}

/* Whether the next dart, thrown into the unit square, is in the quarter circle. One rounding each
 * for x * x and for the sum, said by fmaf, so that CPU and GPU agree on every dart. */
__host__ __device__ inline int dart_hits(generator *g)
{
    float x = (float)(generator_next(g) >> 8) * 0x1p-24f;
    float y = (float)(generator_next(g) >> 8) * 0x1p-24f;

    return fmaf(x, x, y * y) <= 1.0f;
}

__host__ __device__ inline generator generator_seeded(uint32_t thread)
{
    generator g;

    for (uint32_t i = 0; i < 5; i++)
        g.x[i] = scramble(thread * 5 + i + 1);
    g.counter = 6615241;
    return g;
}

__global__ void seed_generators(generator *generators)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;

    generators[thread] = generator_seeded(thread);
}

__global__ void throw_darts(generator *generators, int darts, int *hits_of_block)
{
    __shared__ int hits[BLOCK];
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    generator g = generators[thread];
    int count = 0;

    for (int i = 0; i < darts; i++)
        count += dart_hits(&g);
    generators[thread] = g;

    hits[threadIdx.x] = count;
    __syncthreads();
    for (unsigned half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            hits[threadIdx.x] += hits[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        hits_of_block[blockIdx.x] = hits[0];
}

static int reference_hits(int block, int darts)
{
    int hits = 0;

    for (int thread = block * BLOCK; thread < (block + 1) * BLOCK; thread++) {
        generator g = generator_seeded(thread);
        for (int i = 0; i < darts; i++)
            hits += dart_hits(&g);
    }
    return hits;
}

/* A dart hits with probability pi / 4; five standard deviations of the mean are allowed. */
static bool is_plausible(double estimate, double darts)
{
    double deviation = 4 * sqrt(M_PI / 4 * (1 - M_PI / 4) / darts);

    return fabs(estimate - M_PI) < 5 * deviation;
}

int main(int argc, char **argv)
{
    int blocks = (int)program_argument(argc, argv, 1, "BLOCKS", 60, 1, 4096);
    int darts = (int)program_argument(argc, argv, 2, "DARTS_PER_THREAD", 50, 1, 100000);

    generator *generators = device_array<generator>((size_t)blocks * BLOCK);
    int *hits_device = device_array<int>(blocks);
    seed_generators<<<blocks, BLOCK>>>(generators);
    CHECK(cudaGetLastError());
    throw_darts<<<blocks, BLOCK>>>(generators, darts, hits_device);
    CHECK(cudaGetLastError());

    int *hits = host_array<int>(blocks);
    int *expected = host_array<int>(blocks);
    copy_back(hits, hits_device, blocks);
    double total = 0;
    for (int block = 0; block < blocks; block++) {
        expected[block] = reference_hits(block, darts);
        total += hits[block];
    }
    size_t wrong = count_different("hits", hits, expected, blocks);
    double thrown = (double)blocks * BLOCK * darts;
    printf("pi is about %.5f\n", 4 * total / thrown);
    if (!is_plausible(4 * total / thrown, thrown))
        wrong++;

    CHECK(cudaFree(generators));
    CHECK(cudaFree(hits_device));
    free(hits);
    free(expected);
    return program_verdict("pi", wrong);
}
