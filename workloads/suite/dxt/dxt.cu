/* SPDX-License-Identifier: BSD-3-Clause */
/* DXT: compresses a picture, a tile of 4 x 4 pixels at a time, to two brightnesses and two bits a
 * pixel, which choose one of four steps between them.
 *
 * A block is a tile; its 64 threads try 64 x 8 pairs of brightnesses on the pixels, which lie in
 * shared memory, and a reduction finds the best one. Arithmetic on shared memory; global memory is
 * touched once a tile.
 *
 * Source: the CUDA SDK's dxtc after S. Brown, "DXT Compression Techniques", 2006; Q. Xu and others,
 *   "Warped-Slicer", ISCA 2016, table II: blocks of 64, a third of shared memory.
 * Differs: brightness only, in steps of 1/64, so that the search is exact and small.
 */
#include "../common/program.h"

enum { PIXELS = 16, BLOCK = 64, LEVELS = 64, STEPS = 4, SPANS = 8 };

/* The error of a tile with brightnesses low and high, in squares of 1/192 of the whole range. */
__host__ __device__ static inline int error_of(const int *pixels, int low, int high)
{
    int sum = 0;
    for (int i = 0; i < PIXELS; i++) {
        int best = 1 << 30;
        for (int step = 0; step < STEPS; step++) {
            int off = 3 * pixels[i] - ((3 - step) * low + step * high);
            int error = off * off;
            best = error < best ? error : best;
        }
        sum += best;
    }
    return sum;
}

/* What a thread tries: low is its number, high is 0, 4, 8, ... above it. */
__host__ __device__ static inline int high_of(int low, int span)
{
    int high = low + span * (LEVELS / 2 / SPANS);
    return high < LEVELS ? high : LEVELS - 1;
}

__global__ void __launch_bounds__(BLOCK, 8)
    compress(const unsigned char *picture, unsigned *tiles, int width)
{
    __shared__ int pixels[PIXELS], error[BLOCK], pair[BLOCK];
    __shared__ int scratch[BLOCK * 4]; /* the original's permutations: a third of shared memory */
    int thread = threadIdx.x, tile = blockIdx.y * gridDim.x + blockIdx.x;
    if (thread < PIXELS) {
        int x = blockIdx.x * 4 + thread % 4, y = blockIdx.y * 4 + thread / 4;
        pixels[thread] = picture[y * width + x] % LEVELS;
    }
    __syncthreads();
    int best = 1 << 30, best_pair = 0;
    for (int span = 0; span < SPANS; span++) {
        int high = high_of(thread, span), found = error_of(pixels, thread, high);
        scratch[thread * 4 + span % 4] = found;
        if (scratch[thread * 4 + span % 4] < best) {
            best = found;
            best_pair = thread << 8 | high;
        }
    }
    error[thread] = best;
    pair[thread] = best_pair;
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (thread < half && error[thread + half] < error[thread]) {
            error[thread] = error[thread + half];
            pair[thread] = pair[thread + half];
        }
    }
    if (thread == 0)
        tiles[tile] = (unsigned)pair[0] << 16 | (unsigned)min(error[0], 0xffff);
}

/* The least error that a tile can have. */
static int least_error(const int *pixels)
{
    int best = 1 << 30;
    for (int low = 0; low < LEVELS; low++)
        for (int span = 0; span < SPANS; span++) {
            int error = error_of(pixels, low, high_of(low, span));
            best = error < best ? error : best;
        }
    return best < 0xffff ? best : 0xffff;
}

int main(int argc, char **argv)
{
    int columns = (int)program_argument(argc, argv, 1, "COLUMNS", 96, 1, 1024);
    int rows = (int)program_argument(argc, argv, 2, "ROWS", 28, 1, 1024);
    int width = 4 * columns, height = 4 * rows, n = columns * rows;

    uint64_t random = 1;
    unsigned char *picture = host_array<unsigned char>((size_t)width * height);
    unsigned *tiles = host_array<unsigned>(n);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            picture[y * width + x] =
                (unsigned char)((x / 3 + y / 2 + random_below(&random, 12)) % LEVELS);
    unsigned char *picture_device = device_copy(picture, (size_t)width * height);
    unsigned *tiles_device = device_array<unsigned>(n);
    compress<<<dim3(columns, rows), BLOCK>>>(picture_device, tiles_device, width);
    CHECK(cudaGetLastError());
    copy_back(tiles, tiles_device, n);

    /* Several pairs may be as good: the error must be the least, and the pair must have it. */
    size_t wrong = 0;
    for (int tile = 0; tile < n; tile++) {
        int pixels[PIXELS], least;
        for (int i = 0; i < PIXELS; i++)
            pixels[i] = picture[(tile / columns * 4 + i / 4) * width + tile % columns * 4 + i % 4];
        least = least_error(pixels);
        int low = (int)(tiles[tile] >> 24), high = (int)(tiles[tile] >> 16 & 0xff);
        int own = error_of(pixels, low, high);
        wrong += (int)(tiles[tile] & 0xffff) != least || (own < 0xffff ? own : 0xffff) != least;
    }
    CHECK(cudaFree(picture_device));
    CHECK(cudaFree(tiles_device));
    free(picture);
    free(tiles);
    return program_verdict("dxt", wrong);
}
