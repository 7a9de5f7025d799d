/* SPDX-License-Identifier: BSD-3-Clause */
/* DXT: compresses a picture, a tile of 4 x 4 pixels at a time, to two colours of 16 bits and two
 * bits a pixel, which choose one of the colours or one between them.
 *
 * A block is a tile. Its 64 threads sort the pixels along the line that fits them best, and try
 * the 969 ways to cut that order into four clusters, and those into three; for each, least squares
 * give the two colours, and how far off the pixels are then. A reduction finds the best way.
 * Arithmetic on shared memory: global memory is touched once a tile and for the table of ways. The
 * loop over the pixels is unrolled, as in the original, to more instructions than an instruction
 * cache of 2 KiB holds.
 *
 * Source: the CUDA SDK's dxtc after S. Brown, "DXT Compression Techniques", 2006 (cluster fit); Q.
 *   Xu and others, "Warped-Slicer", ISCA 2016, table II: blocks of 64, a third of shared memory.
 * Differs: the channels weigh the same, and which of two equal ways is kept.
 */
#include "../common/program.h"
#include "dxt_fit.h"

enum { BLOCK = 64, MOST_TRIES = (WAYS + BLOCK - 1) / BLOCK };

/* The direction in which the pixels differ most: powers of their covariance. */
__host__ __device__ static float3 best_line(const float3 *pixels, float3 mean)
{
    float xx = 0, xy = 0, xz = 0, yy = 0, yz = 0, zz = 0;
    for (int i = 0; i < PIXELS; i++) {
        float x = pixels[i].x - mean.x, y = pixels[i].y - mean.y, z = pixels[i].z - mean.z;
        xx += x * x;
        xy += x * y;
        xz += x * z;
        yy += y * y;
        yz += y * z;
        zz += z * z;
    }
    float3 line = {1, 1, 1};
    for (int i = 0; i < POWERS; i++) {
        float x = xx * line.x + xy * line.y + xz * line.z;
        float y = xy * line.x + yy * line.y + yz * line.z;
        float z = xz * line.x + yz * line.y + zz * line.z;
        float most = fmaxf(fmaxf(fabsf(x), fabsf(y)), fmaxf(fabsf(z), 1e-10f));
        line = make_float3(x / most, y / most, z / most);
    }
    return line;
}

__host__ __device__ static float3 sum_of(const float3 *pixels)
{
    float3 sum = {0, 0, 0};
    for (int i = 0; i < PIXELS; i++) {
        sum.x += pixels[i].x;
        sum.y += pixels[i].y;
        sum.z += pixels[i].z;
    }
    return sum;
}

/* The pixel's place in the order of `along`; equal ones stay as they are. */
__host__ __device__ static int rank_of(const float *along, int pixel)
{
    int rank = 0;
    for (int i = 0; i < PIXELS; i++)
        rank += along[i] < along[pixel] || (along[i] == along[pixel] && i < pixel);
    return rank;
}

__host__ __device__ static inline float3 colour_of(uchar4 pixel)
{
    return make_float3((float)pixel.x / 255, (float)pixel.y / 255, (float)pixel.z / 255);
}

/* What a thread has found: `way` with three clusters has the lowest bit of `three` set. */
struct best {
    float error;
    unsigned way;
    bool three;
};

/* `few` is the block's own copy of the ways with three clusters. */
__device__ static struct best try_ways(const float3 *sorted, float3 sum, const unsigned *ways,
                                       unsigned *few, int tries)
{
    struct best best = {1e30f, 0, false};
    for (int i = 0; i < tries; i++) {
        int at = threadIdx.x + BLOCK * i;
        if (at >= WAYS)
            break;
        unsigned way = ways[at];
        if (at < WAYS_OF_THREE)
            few[at] = way;
        float error = fit_of_four(sorted, sum, way).error;
        if (error < best.error)
            best = {error, way, false};
    }
    for (int i = 0; i < tries; i++) {
        int at = threadIdx.x + BLOCK * i;
        if (at >= WAYS_OF_THREE)
            break;
        float error = fit_of<true>(sorted, sum, few[at]).error;
        if (error < best.error)
            best = {error, few[at], true};
    }
    return best;
}

/* A tile as it is stored: with three clusters the larger colour is the second one. */
__device__ static uint2 coded(const float3 *sorted, float3 sum, const int *ranks, struct best best)
{
    struct fit fit =
        best.three ? fit_of<true>(sorted, sum, best.way) : fit_of_four(sorted, sum, best.way);
    unsigned first = packed(fit.first), second = packed(fit.second), bits = 0;
    unsigned turned = best.three ? first > second : first < second;
    for (int i = 0; i < PIXELS; i++) {
        unsigned code = best.way >> 2 * ranks[i] & 3;
        bits |= (best.three && code == 2 ? code : code ^ turned) << 2 * i;
    }
    return make_uint2(turned ? second | first << 16 : first | second << 16, bits);
}

__global__ void compress(const uchar4 *picture, const unsigned *ways, uint2 *tiles, int width,
                         int tries)
{
    __shared__ float3 pixels[PIXELS], sorted[PIXELS];
    __shared__ float along[PIXELS];
    __shared__ struct best found[BLOCK];
    __shared__ unsigned few[WAYS_OF_THREE];
    __shared__ int ranks[PIXELS];
    int thread = threadIdx.x;
    if (thread < PIXELS) {
        int x = blockIdx.x * 4 + thread % 4, y = blockIdx.y * 4 + thread / 4;
        pixels[thread] = colour_of(picture[y * width + x]);
    }
    __syncthreads();
    float3 sum = sum_of(pixels);
    float3 line = best_line(pixels, make_float3(sum.x / PIXELS, sum.y / PIXELS, sum.z / PIXELS));
    if (thread < PIXELS)
        along[thread] =
            pixels[thread].x * line.x + pixels[thread].y * line.y + pixels[thread].z * line.z;
    __syncthreads();
    if (thread < PIXELS) {
        ranks[thread] = rank_of(along, thread);
        sorted[ranks[thread]] = pixels[thread];
    }
    __syncthreads();
    found[thread] = try_ways(sorted, sum, ways, few, tries);
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (thread < half && found[thread + half].error < found[thread].error)
            found[thread] = found[thread + half];
    }
    if (thread == 0)
        tiles[blockIdx.y * gridDim.x + blockIdx.x] = coded(sorted, sum, ranks, found[0]);
}

/* The least error of the ways that threads try, less the pixels' own squares. */
static float least_error(const float3 *pixels, const unsigned *ways, int tries)
{
    float3 sum = sum_of(pixels), sorted[PIXELS];
    float3 line = best_line(pixels, make_float3(sum.x / PIXELS, sum.y / PIXELS, sum.z / PIXELS));
    float along[PIXELS], least = 1e30f;
    for (int i = 0; i < PIXELS; i++)
        along[i] = pixels[i].x * line.x + pixels[i].y * line.y + pixels[i].z * line.z;
    for (int i = 0; i < PIXELS; i++)
        sorted[rank_of(along, i)] = pixels[i];
    for (int i = 0; i < WAYS && i < tries * BLOCK; i++) {
        least = fminf(least, fit_of_four(sorted, sum, ways[i]).error);
        if (i < WAYS_OF_THREE)
            least = fminf(least, fit_of<true>(sorted, sum, ways[i]).error);
    }
    return least;
}

/* The error of a tile as stored: what a decoder makes of it. */
static double stored_error(const float3 *pixels, uint2 tile)
{
    unsigned ends[2] = {tile.x & 0xffff, tile.x >> 16};
    double end[2][3], error = 0;
    for (int e = 0; e < 2; e++) {
        end[e][0] = (ends[e] >> 11) / 31.0;
        end[e][1] = (ends[e] >> 5 & 63) / 63.0;
        end[e][2] = (ends[e] & 31) / 31.0;
    }
    const double share[2][4] = {{0, 1, 0.5, 0}, {0, 1, 1 / 3.0, 2 / 3.0}};
    for (int i = 0; i < PIXELS; i++) {
        double second = share[ends[0] > ends[1]][tile.y >> 2 * i & 3];
        const double pixel[3] = {(double)pixels[i].x, (double)pixels[i].y, (double)pixels[i].z};
        for (int c = 0; c < 3; c++) {
            double off = end[0][c] * (1 - second) + end[1][c] * second - pixel[c];
            error += off * off;
        }
    }
    return error;
}

/* A tile may be as good as the best way is, but for the last digits of single precision. */
static bool is_wrong(const float3 *pixels, uint2 tile, const unsigned *ways, int tries)
{
    double squares = 0;
    for (int i = 0; i < PIXELS; i++)
        squares += (double)pixels[i].x * (double)pixels[i].x +
                   (double)pixels[i].y * (double)pixels[i].y +
                   (double)pixels[i].z * (double)pixels[i].z;
    double least = squares + (double)least_error(pixels, ways, tries);
    return fabs(stored_error(pixels, tile) - least) > 1e-3 + 0.05 * fabs(least);
}

int main(int argc, char **argv)
{
    int columns = (int)program_argument(argc, argv, 1, "COLUMNS", 16, 1, 1024);
    int rows = (int)program_argument(argc, argv, 2, "ROWS", 8, 1, 1024);
    int tries = (int)program_argument(argc, argv, 3, "TRIES", MOST_TRIES, 1, MOST_TRIES);
    int width = 4 * columns, height = 4 * rows, n = columns * rows;

    uint64_t random = 1;
    uchar4 *picture = host_array<uchar4>((size_t)width * height);
    uint2 *tiles = host_array<uint2>(n);
    unsigned ways[WAYS];
    make_ways(ways);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            unsigned base = (unsigned)(x / 3 + y / 2) * 8 % 200, noise[3];
            for (int c = 0; c < 3; c++)
                noise[c] = (unsigned)random_below(&random, 48);
            picture[y * width + x] = make_uchar4((unsigned char)(base + noise[0]),
                                                 (unsigned char)(200 - base + noise[1]),
                                                 (unsigned char)(base / 2 + noise[2]), 0);
        }
    uchar4 *picture_device = device_copy(picture, (size_t)width * height);
    unsigned *ways_device = device_copy(ways, WAYS);
    uint2 *tiles_device = device_array<uint2>(n);
    compress<<<dim3(columns, rows), BLOCK>>>(picture_device, ways_device, tiles_device, width,
                                             tries);
    CHECK(cudaGetLastError());
    copy_back(tiles, tiles_device, n);

    size_t wrong = 0;
    for (int tile = 0; tile < n; tile++) {
        float3 pixels[PIXELS];
        for (int i = 0; i < PIXELS; i++)
            pixels[i] = colour_of(
                picture[(tile / columns * 4 + i / 4) * width + tile % columns * 4 + i % 4]);
        wrong += is_wrong(pixels, tiles[tile], ways, tries);
    }
    CHECK(cudaFree(picture_device));
    CHECK(cudaFree(ways_device));
    CHECK(cudaFree(tiles_device));
    free(picture);
    free(tiles);
    return program_verdict("dxt", wrong);
}
