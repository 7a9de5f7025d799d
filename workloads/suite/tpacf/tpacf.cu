/* SPDX-License-Identifier: BSD-3-Clause */
/* TPACF: two-point angular correlation function: how often two objects in the sky are so far apart,
 * observed ones and sets of random ones.
 *
 * A block counts the pairs of one set, or of the observed objects with one set: it loads 256
 * objects of the one side into shared memory, all of its threads step through them with an object
 * of their own of the other side, and find the bin of each pair's angle by binary search among
 * limits in constant memory. Each warp counts in a histogram of its own in shared memory, where
 * lanes with the same bin take turns. Much computation on little memory; only the observed objects
 * are read by many blocks.
 *
 * Source: S. Landy and A. Szalay, "Bias and Variance of Angular Correlation Functions",
 *   Astrophysical Journal 412, 1993; bins, launch shape and a histogram a warp: Parboil's
 * benchmark.
 */
#include "../common/program.h"

constexpr int BLOCK = 256, WARP = 32, BINS = 20;

__constant__ float limits[BINS + 1]; /* cosines of the bins' limits, falling */

/* Objects lie on the unit sphere. */
struct sky {
    const float *x, *y, *z;
};

__host__ __device__ inline int bin_of(const float *limit, float cosine)
{
    int low = 0, high = BINS;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (cosine < limit[middle])
            low = middle;
        else
            high = middle;
    }
    return low;
}

__host__ __device__ inline float cosine_of(float x, float y, float z, float u, float v, float w)
{
    return fmaf(x, u, fmaf(y, v, z * w));
}

/* Block 0: the observed objects (set 0) among each other. Blocks 1 to n_sets: the pairs of a
 * random set; the next n_sets: of the observed objects with a random set. */
__global__ void count_pairs(struct sky sky, unsigned *histograms, int objects, int n_sets)
{
    __shared__ float x[BLOCK], y[BLOCK], z[BLOCK];
    __shared__ unsigned bins[BLOCK / WARP][BINS];
    int block = (int)blockIdx.x, lane = (int)threadIdx.x;
    bool within = block <= n_sets; /* one set */
    int first = within ? block * objects : 0;
    int second = within ? first : (block - n_sets) * objects;
    unsigned *mine = bins[lane / WARP];
    for (int i = lane; i < BLOCK / WARP * BINS; i += BLOCK)
        (&bins[0][0])[i] = 0;
    for (int from = 0; from < objects; from += BLOCK) {
        __syncthreads();
        if (from + lane < objects) {
            x[lane] = sky.x[first + from + lane];
            y[lane] = sky.y[first + from + lane];
            z[lane] = sky.z[first + from + lane];
        }
        __syncthreads();
        int tile = objects - from < BLOCK ? objects - from : BLOCK;
        for (int other = (within ? from + 1 : 0) + lane; other < objects; other += BLOCK) {
            float u = sky.x[second + other], v = sky.y[second + other], w = sky.z[second + other];
            int end = within && other - from < tile ? other - from : tile;
            for (int i = 0; i < end; i++)
                atomicAdd(&mine[bin_of(limits, cosine_of(x[i], y[i], z[i], u, v, w))], 1u);
        }
    }
    __syncthreads();
    if (lane < BINS) {
        unsigned sum = 0;
        for (int warp = 0; warp < BLOCK / WARP; warp++)
            sum += bins[warp][lane];
        histograms[block * BINS + lane] = sum;
    }
}

static void reference_pairs(struct sky sky, const float *limit, unsigned *histograms, int objects,
                            int n_sets)
{
    for (int block = 0; block < 2 * n_sets + 1; block++) {
        bool within = block <= n_sets;
        int first = within ? block * objects : 0;
        int second = within ? first : (block - n_sets) * objects;
        for (int i = 0; i < objects; i++)
            for (int k = within ? i + 1 : 0; k < objects; k++) {
                float cosine = cosine_of(sky.x[first + i], sky.y[first + i], sky.z[first + i],
                                         sky.x[second + k], sky.y[second + k], sky.z[second + k]);
                histograms[block * BINS + bin_of(limit, cosine)]++;
            }
    }
}

/* Objects anywhere in a cap of the sky: a patch of a survey. */
static void make_sky(float *x, float *y, float *z, size_t count)
{
    uint64_t state = 51;
    for (size_t i = 0; i < count; i++) {
        float height = random_float(&state, 0.9f, 1.0f);
        float angle = random_float(&state, 0.0f, 6.2831853f);
        float radius = sqrtf(1.0f - height * height);
        x[i] = radius * cosf(angle);
        y[i] = radius * sinf(angle);
        z[i] = height;
    }
}

/* Bins of equal ratio from an arc minute on, five a decade; the first and the last take the rest.
 */
static void make_limits(float *limit)
{
    for (int i = 0; i <= BINS; i++)
        limit[i] = (float)cos(pow(10.0, (i - 1) / 5.0) / 60.0 * 3.14159265358979 / 180.0);
    limit[0] = 2.0f;
    limit[BINS] = -2.0f;
}

int main(int argc, char **argv)
{
    int objects = (int)program_argument(argc, argv, 1, "OBJECTS", 128, 1, 1 << 17);
    int n_sets = (int)program_argument(argc, argv, 2, "SETS", 40, 1, 1000);
    size_t count = (size_t)objects * (n_sets + 1);
    size_t blocks = 2 * (size_t)n_sets + 1;
    float *x = host_array<float>(count), *y = host_array<float>(count);
    float *z = host_array<float>(count), limit[BINS + 1];
    unsigned *got = host_array<unsigned>(blocks * BINS);
    unsigned *expected = host_array<unsigned>(blocks * BINS);

    make_sky(x, y, z, count);
    make_limits(limit);
    CHECK(cudaMemcpyToSymbol(limits, limit, sizeof limit));
    float *device_x = device_copy(x, count), *device_y = device_copy(y, count);
    float *device_z = device_copy(z, count);
    unsigned *device_histograms = device_array<unsigned>(blocks * BINS);
    struct sky device_sky = {device_x, device_y, device_z}, sky = {x, y, z};
    count_pairs<<<(unsigned)blocks, BLOCK>>>(device_sky, device_histograms, objects, n_sets);
    CHECK(cudaGetLastError());
    copy_back(got, device_histograms, blocks * BINS);
    reference_pairs(sky, limit, expected, objects, n_sets);
    size_t wrong = count_different("pairs", got, expected, blocks * BINS);
    CHECK(cudaFree(device_x));
    CHECK(cudaFree(device_y));
    CHECK(cudaFree(device_z));
    CHECK(cudaFree(device_histograms));
    free(x);
    free(y);
    free(z);
    free(got);
    free(expected);
    return program_verdict("tpacf", wrong);
}
