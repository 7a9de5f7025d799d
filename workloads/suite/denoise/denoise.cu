/* SPDX-License-Identifier: BSD-3-Clause */
/* IMG: takes the noise out of a picture: each pixel becomes the mean of its 7 x 7 neighbours,
 * weighted by how near they are and how much alike.
 *
 * Much arithmetic a load, with an exponential for each neighbour; neighbours of a block's pixels
 * overlap almost wholly, so L1 has them.
 *
 * Source: the CUDA SDK's imageDenoising (K nearest neighbours filter) after L. Yaroslavsky,
 * "Digital Picture Processing", Springer 1985; Q. Xu and others, "Warped-Slicer", ISCA 2016, table
 * II: blocks of 64.
 */
#include "../common/program.h"

enum { RADIUS = 3, TILE = 8 };

#define SPREAD 0.02f  /* of 1 / squared distance of pixels */
#define NOISE  10.00f /* of 1 / squared difference of brightness */

__global__ void denoise(const float *noisy, float *clean, int width, int height)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float centre = noisy[y * width + x], weights = 0, sum = 0;
    for (int i = -RADIUS; i <= RADIUS; i++)
        for (int j = -RADIUS; j <= RADIUS; j++) {
            int row = min(max(y + i, 0), height - 1), column = min(max(x + j, 0), width - 1);
            float pixel = noisy[row * width + column], unlike = pixel - centre;
            float weight = __expf(-(SPREAD * (float)(i * i + j * j) + NOISE * unlike * unlike));
            weights += weight;
            sum += weight * pixel;
        }
    clean[y * width + x] = sum / weights;
}

static int clamp(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

static float reference(const float *noisy, int x, int y, int width, int height)
{
    double centre = (double)noisy[y * width + x], weights = 0, sum = 0;
    for (int i = -RADIUS; i <= RADIUS; i++)
        for (int j = -RADIUS; j <= RADIUS; j++) {
            double pixel =
                (double)noisy[clamp(y + i, height - 1) * width + clamp(x + j, width - 1)];
            double unlike = pixel - centre;
            double weight =
                exp(-((double)SPREAD * (i * i + j * j) + (double)NOISE * unlike * unlike));
            weights += weight;
            sum += weight * pixel;
        }
    return (float)(sum / weights);
}

int main(int argc, char **argv)
{
    int width = TILE * (int)program_argument(argc, argv, 1, "COLUMNS", 30, 1, 4096);
    int height = TILE * (int)program_argument(argc, argv, 2, "ROWS", 34, 1, 4096);
    size_t n = (size_t)width * height;

    uint64_t random = 1;
    float *noisy = host_array<float>(n), *clean = host_array<float>(n);
    float *expected = host_array<float>(n);
    for (size_t i = 0; i < n; i++)
        noisy[i] = (i / 16 % 2 ? 0.75f : 0.25f) + random_float(&random, -0.1f, 0.1f);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            expected[(size_t)y * width + x] = reference(noisy, x, y, width, height);

    float *noisy_device = device_copy(noisy, n), *clean_device = device_array<float>(n);
    denoise<<<dim3(width / TILE, height / TILE), dim3(TILE, TILE)>>>(noisy_device, clean_device,
                                                                     width, height);
    CHECK(cudaGetLastError());
    copy_back(clean, clean_device, n);
    size_t wrong = count_wrong("pixel", clean, expected, n, 1e-4f, 1e-4f);

    CHECK(cudaFree(noisy_device));
    CHECK(cudaFree(clean_device));
    free(noisy);
    free(clean);
    free(expected);
    return program_verdict("denoise", wrong);
}
