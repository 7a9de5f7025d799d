/* SPDX-License-Identifier: BSD-3-Clause */
/* KMN: k-means clustering. The GPU finds each point's nearest centre, the host moves the centres.
 *
 * Two kernels of opposite nature. `invert` turns the points, stored one after the other, into
 * one array per feature: a thread reads its own row word by word, so a warp's load touches 32
 * lines and the next words are in the same 32 lines: locality within the warp, lost when too many
 * warps share the L1. `assign` reads those arrays through a texture, all lanes side by side, and
 * the same features again for every centre; the centres are in constant memory.
 *
 * Source: S. Lloyd, "Least Squares Quantization in PCM", IEEE Transactions on Information Theory
 *   28(2), 1982.
 */
#include "../common/texture.h"

enum { BLOCK = 256, CENTRE_WORDS = 8192 };

__constant__ float centres[CENTRE_WORDS]; /* [cluster][feature] */

__global__ void invert(const float *by_point, float *by_feature, int points, int features)
{
    int point = blockIdx.x * blockDim.x + threadIdx.x;

    if (point >= points)
        return;
        /* Not unrolled: many loads in flight a thread would hide the reuse this kernel is about. */
#pragma unroll 1
    for (int f = 0; f < features; f++)
        by_feature[(size_t)f * points + point] = by_point[(size_t)point * features + f];
}

__global__ void assign(cudaTextureObject_t by_feature, int *nearest, int points, int features,
                       int clusters)
{
    int point = blockIdx.x * blockDim.x + threadIdx.x;

    if (point >= points)
        return;
    float least = INFINITY;
    int best = 0;
    for (int cluster = 0; cluster < clusters; cluster++) {
        float distance = 0;
        for (int f = 0; f < features; f++) {
            float feature = tex1Dfetch<float>(by_feature, f * points + point);
            float difference = feature - centres[cluster * features + f];
            distance = fmaf(difference, difference, distance);
        }
        if (distance < least) {
            least = distance;
            best = cluster;
        }
    }
    nearest[point] = best;
}

/* Same sums in the same order, so that the results are equal to the bit. */
static void reference_assign(const float *by_point, const float *centre, int *nearest, int points,
                             int features, int clusters)
{
    for (int point = 0; point < points; point++) {
        float least = INFINITY;
        for (int cluster = 0; cluster < clusters; cluster++) {
            float distance = 0;
            for (int f = 0; f < features; f++) {
                float difference =
                    by_point[(size_t)point * features + f] - centre[cluster * features + f];
                distance = fmaf(difference, difference, distance);
            }
            if (distance < least) {
                least = distance;
                nearest[point] = cluster;
            }
        }
    }
}

/* Each centre becomes the mean of its points; one without points stays. */
static void move_centres(const float *by_point, const int *nearest, float *centre, int points,
                         int features, int clusters)
{
    double *sum = host_array<double>((size_t)clusters * features);
    int *members = host_array<int>(clusters);

    for (int point = 0; point < points; point++) {
        members[nearest[point]]++;
        for (int f = 0; f < features; f++)
            sum[nearest[point] * features + f] += (double)by_point[(size_t)point * features + f];
    }
    for (int cluster = 0; cluster < clusters; cluster++)
        for (int f = 0; f < features && members[cluster] > 0; f++)
            centre[cluster * features + f] =
                (float)(sum[cluster * features + f] / members[cluster]);
    free(sum);
    free(members);
}

/* Clouds around random places, as many as clusters are sought, wide enough to overlap. */
static float *random_points(int points, int features, int clusters)
{
    uint64_t random = 1;
    float *place = host_array<float>((size_t)clusters * features);
    float *by_point = host_array<float>((size_t)points * features);

    for (int i = 0; i < clusters * features; i++)
        place[i] = random_float(&random, 0, 1);
    for (int point = 0; point < points; point++) {
        const float *cloud = &place[random_below(&random, clusters) * features];
        for (int f = 0; f < features; f++)
            by_point[(size_t)point * features + f] = cloud[f] + random_float(&random, -0.5f, 0.5f);
    }
    free(place);
    return by_point;
}

/* Rounds of assigning and moving until no point changes sides, `rounds` at most; returns how many
 * points ever got the wrong centre. */
static size_t cluster(const float *by_point, int points, int features, int clusters, int rounds)
{
    size_t words = (size_t)points * features;
    int blocks = (points + BLOCK - 1) / BLOCK;
    float *by_point_device = device_copy(by_point, words);
    float *by_feature_device = device_array<float>(words);
    int *nearest_device = device_array<int>(points);
    invert<<<blocks, BLOCK>>>(by_point_device, by_feature_device, points, features);
    CHECK(cudaGetLastError());
    bound_texture by_feature = texture_over(by_feature_device, words);

    float *centre = host_array<float>(CENTRE_WORDS);
    memcpy(centre, by_point, (size_t)clusters * features * sizeof(float));
    int *nearest = host_array<int>(points);
    int *expected = host_array<int>(points);
    int *before = host_array<int>(points);
    size_t wrong = 0;
    int round = 0;
    do {
        memcpy(before, nearest, points * sizeof(int));
        CHECK(cudaMemcpyToSymbol(centres, centre, (size_t)clusters * features * sizeof(float)));
        assign<<<blocks, BLOCK>>>(by_feature.object, nearest_device, points, features, clusters);
        CHECK(cudaGetLastError());
        copy_back(nearest, nearest_device, points);
        reference_assign(by_point, centre, expected, points, features, clusters);
        wrong += count_different("nearest", nearest, expected, points);
        move_centres(by_point, expected, centre, points, features, clusters);
    } while (++round < rounds && memcmp(before, nearest, points * sizeof(int)) != 0);
    printf("%d points, %d rounds\n", points, round);

    texture_free(by_feature);
    CHECK(cudaFree(by_point_device));
    CHECK(cudaFree(nearest_device));
    free(centre);
    free(nearest);
    free(expected);
    free(before);
    return wrong;
}

int main(int argc, char **argv)
{
    int points = (int)program_argument(argc, argv, 1, "POINTS", 8192, 32, 1L << 22);
    int features = (int)program_argument(argc, argv, 2, "FEATURES", 34, 1, 256);
    int clusters = (int)program_argument(argc, argv, 3, "CLUSTERS", 5, 1, 32);
    int rounds = (int)program_argument(argc, argv, 4, "ROUNDS", 3, 1, 500);

    if ((long)points * features > 1L << 27) {
        fprintf(stderr, "%s: POINTS x FEATURES is at most 2^27, the length of a linear texture\n",
                argv[0]);
        return 2;
    }
    float *by_point = random_points(points, features, clusters);
    size_t wrong = cluster(by_point, points, features, clusters, rounds);
    free(by_point);
    return program_verdict("kmeans", wrong);
}
