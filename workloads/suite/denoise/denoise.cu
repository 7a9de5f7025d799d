/* SPDX-License-Identifier: BSD-3-Clause */
/* IMG: takes the noise out of a picture in colours: each pixel becomes the mean of its 7 x 7
 * neighbours, weighted by how near they are and how much alike. Where most of them are alike, the
 * mean counts more; on an edge the pixel itself does.
 *
 * Much arithmetic a load, with an exponential for each neighbour; neighbours of a block's pixels
 * overlap almost wholly, so L1 has them.
 *
 * Source: the CUDA SDK's imageDenoising (K nearest neighbours filter) after L. Yaroslavsky,
 * "Digital Picture Processing", Springer 1985; Q. Xu and others, "Warped-Slicer", ISCA 2016, table
 * II: blocks of 64.
 * Differs: pixels come by plain loads; through a texture they would lie in tiles.
 */
#include "../common/program.h"

enum { RADIUS = 3, TILE = 8 };

#define SPREAD 0.02f  /* of 1 / squared distance of pixels */
#define NOISE  10.00f /* of 1 / squared distance of colours */
#define ALIKE  0.60f  /* the least weight of a neighbour that counts as alike */
#define AREA   (1.0f / ((2 * RADIUS + 1) * (2 * RADIUS + 1)))
#define MOST   0.80f /* of the mean in the result, where neighbours are alike */
#define LEAST  0.20f /* ... and where they are not */
#define MANY   0.50f /* of the neighbours must be alike for the former */

static __device__ unsigned char byte_of(float value)
{
    return (unsigned char)(fminf(fmaxf(value, 0.0f), 1.0f) * 255.0f + 0.5f);
}

/* A pixel with its channels from 0 to 1; those on the edge go on beyond it. */
static __device__ float3 pixel_at(const uchar4 *picture, int x, int y, int width, int height)
{
    uchar4 pixel = picture[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)];
    return make_float3((float)pixel.x * (1 / 255.0f), (float)pixel.y * (1 / 255.0f),
                       (float)pixel.z * (1 / 255.0f));
}

__global__ void denoise(const uchar4 *noisy, uchar4 *clean, int width, int height)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    float weights = 0, alike = 0;
    float3 centre = pixel_at(noisy, x, y, width, height), sum = {0, 0, 0};
    for (int i = -RADIUS; i <= RADIUS; i++)
#pragma unroll 1
        for (int j = -RADIUS; j <= RADIUS; j++) {
            float3 pixel = pixel_at(noisy, x + j, y + i, width, height);
            float red = pixel.x - centre.x, green = pixel.y - centre.y, blue = pixel.z - centre.z;
            float unlike = red * red + green * green + blue * blue;
            float weight = __expf(-(SPREAD * (float)(i * i + j * j) + NOISE * unlike));
            sum.x += weight * pixel.x;
            sum.y += weight * pixel.y;
            sum.z += weight * pixel.z;
            weights += weight;
            alike += weight > ALIKE ? AREA : 0;
        }
    float mean = (alike > MANY ? MOST : LEAST) / weights, own = alike > MANY ? 1 - MOST : 1 - LEAST;
    clean[y * width + x] =
        make_uchar4(byte_of(sum.x * mean + centre.x * own), byte_of(sum.y * mean + centre.y * own),
                    byte_of(sum.z * mean + centre.z * own), 0);
}

static int clamp(int value, int most)
{
    return value < 0 ? 0 : value > most ? most : value;
}

struct colour {
    double channel[3];
};

static struct colour colour_of(uchar4 pixel)
{
    struct colour colour = {{pixel.x / 255.0, pixel.y / 255.0, pixel.z / 255.0}};
    return colour;
}

/* `near_edge`: so many neighbours are nearly ALIKE that single precision may count them
 * differently. */
static struct colour reference(const uchar4 *noisy, int x, int y, int width, int height,
                               bool *near_edge)
{
    struct colour centre = colour_of(noisy[y * width + x]), sum = {{0, 0, 0}};
    double weights = 0, alike = 0, doubtful = 0;
    for (int i = -RADIUS; i <= RADIUS; i++)
        for (int j = -RADIUS; j <= RADIUS; j++) {
            int at = clamp(y + i, height - 1) * width + clamp(x + j, width - 1);
            struct colour pixel = colour_of(noisy[at]);
            double unlike = 0;
            for (int c = 0; c < 3; c++)
                unlike +=
                    (pixel.channel[c] - centre.channel[c]) * (pixel.channel[c] - centre.channel[c]);
            double weight = exp(-((double)SPREAD * (i * i + j * j) + (double)NOISE * unlike));
            for (int c = 0; c < 3; c++)
                sum.channel[c] += weight * pixel.channel[c];
            weights += weight;
            alike += weight > (double)ALIKE ? (double)AREA : 0;
            doubtful += fabs(weight - (double)ALIKE) < 1e-4 ? (double)AREA : 0;
        }
    *near_edge = fabs(alike - (double)MANY) <= doubtful + 1e-5;
    double mean = alike > (double)MANY ? (double)MOST : (double)LEAST;
    for (int c = 0; c < 3; c++)
        sum.channel[c] = mean * sum.channel[c] / weights + (1 - mean) * centre.channel[c];
    return sum;
}

/* A byte may be rounded the other way. */
static bool is_wrong(unsigned char clean, double expected)
{
    return fabs((double)clean - 255 * expected) > 0.51;
}

static size_t count_wrong_pixels(const uchar4 *noisy, const uchar4 *clean, int width, int height)
{
    size_t wrong = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            bool near_edge;
            struct colour expected = reference(noisy, x, y, width, height, &near_edge);
            uchar4 own = clean[(size_t)y * width + x];
            wrong += !near_edge &&
                     (is_wrong(own.x, expected.channel[0]) ||
                      is_wrong(own.y, expected.channel[1]) || is_wrong(own.z, expected.channel[2]));
        }
    return wrong;
}

int main(int argc, char **argv)
{
    int width = TILE * (int)program_argument(argc, argv, 1, "COLUMNS", 24, 1, 4096);
    int height = TILE * (int)program_argument(argc, argv, 2, "ROWS", 26, 1, 4096);
    size_t n = (size_t)width * height;

    uint64_t random = 1;
    uchar4 *noisy = host_array<uchar4>(n), *clean = host_array<uchar4>(n);
    for (size_t i = 0; i < n; i++) {
        unsigned base = i / 16 % 2 ? 160 : 64;
        noisy[i] = make_uchar4((unsigned char)(base + random_below(&random, 50)),
                               (unsigned char)(base + random_below(&random, 50)),
                               (unsigned char)(base + random_below(&random, 50)), 0);
    }

    uchar4 *noisy_device = device_copy(noisy, n);
    uchar4 *clean_device = device_array<uchar4>(n);
    denoise<<<dim3(width / TILE, height / TILE), dim3(TILE, TILE)>>>(noisy_device, clean_device,
                                                                     width, height);
    CHECK(cudaGetLastError());
    copy_back(clean, clean_device, n);
    size_t wrong = count_wrong_pixels(noisy, clean, width, height);

    CHECK(cudaFree(noisy_device));
    CHECK(cudaFree(clean_device));
    free(noisy);
    free(clean);
    return program_verdict("denoise", wrong);
}
