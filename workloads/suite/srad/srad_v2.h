/* SPDX-License-Identifier: BSD-3-Clause */
/* SRAD, version 2: tiles of 16 x 16 pixels in shared memory.
 *
 * Two kernels a step; the speckle is measured by the host in a corner of the image. Threads at
 * the rim of a tile fetch the neighbours beyond it, from lines that the neighbouring blocks read
 * as well: the sharing between blocks is that of the grid, row and column.
 */
#ifndef SIMGPU_PROGRAMS_SRAD_V2_H
#define SIMGPU_PROGRAMS_SRAD_V2_H

#include "../common/program.h"
#include "srad_image.h"

enum { TILE = 16 };
/* V2_SM_BLOCKS blocks an SM: as many warps as iPAWS's table 3 gives this program on Fermi. */
enum { V2_SM_BLOCKS = 6 };

/* Tiles with a rim of one pixel, [row][column]. */
typedef float rimmed_tile[TILE + 2][TILE + 2];

__host__ __device__ inline int clamped(int i, int n)
{
    return i < 0 ? 0 : i >= n ? n - 1 : i;
}

/* Copies the block's tile of `field` with its rim, clamped at the image's edge; no barrier. */
__device__ void load_tile(rimmed_tile &tile, const float *field, image_size size)
{
    int tx = threadIdx.x + 1;
    int ty = threadIdx.y + 1;
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;

    tile[ty][tx] = field[row * size.columns + column];
    if (threadIdx.y == 0)
        tile[0][tx] = field[clamped(row - 1, size.rows) * size.columns + column];
    if (threadIdx.y == TILE - 1)
        tile[TILE + 1][tx] = field[clamped(row + 1, size.rows) * size.columns + column];
    if (threadIdx.x == 0)
        tile[ty][0] = field[row * size.columns + clamped(column - 1, size.columns)];
    if (threadIdx.x == TILE - 1)
        tile[ty][TILE + 1] = field[row * size.columns + clamped(column + 1, size.columns)];
}

__global__ void __launch_bounds__(TILE *TILE, V2_SM_BLOCKS)
    tiled_coefficient(const float *image, srad_fields fields, image_size size, float speckle)
{
    __shared__ rimmed_tile tile;
    int tx = threadIdx.x + 1;
    int ty = threadIdx.y + 1;
    int i = (blockIdx.y * TILE + threadIdx.y) * size.columns + blockIdx.x * TILE + threadIdx.x;

    load_tile(tile, image, size);
    __syncthreads();
    float here = tile[ty][tx];
    float north = tile[ty - 1][tx] - here;
    float south = tile[ty + 1][tx] - here;
    float west = tile[ty][tx - 1] - here;
    float east = tile[ty][tx + 1] - here;

    fields.north[i] = north;
    fields.south[i] = south;
    fields.west[i] = west;
    fields.east[i] = east;
    fields.coefficient[i] = srad_coefficient(here, north, south, west, east, speckle);
}

__global__ void __launch_bounds__(TILE *TILE, V2_SM_BLOCKS)
    tiled_diffuse(float *image, srad_fields fields, image_size size)
{
    __shared__ rimmed_tile tile;
    int tx = threadIdx.x + 1;
    int ty = threadIdx.y + 1;
    int i = (blockIdx.y * TILE + threadIdx.y) * size.columns + blockIdx.x * TILE + threadIdx.x;

    load_tile(tile, fields.coefficient, size);
    __syncthreads();
    float divergence = tile[ty][tx] * (fields.north[i] + fields.west[i]) +
                       tile[ty + 1][tx] * fields.south[i] + tile[ty][tx + 1] * fields.east[i];

    image[i] += 0.25f * SRAD_LAMBDA * divergence;
}

/* The squared coefficient of variation in the corner of the image, up to 128 x 128 pixels. */
static float v2_speckle(const float *image, image_size size)
{
    int rows = size.rows < 128 ? size.rows : 128;
    int columns = size.columns < 128 ? size.columns : 128;
    double sum = 0;
    double square = 0;

    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++) {
            double value = (double)image[row * size.columns + column];
            sum += value;
            square += value * value;
        }
    double mean = sum / (rows * columns);
    return (float)((square / (rows * columns) - mean * mean) / (mean * mean));
}

/* Replaces the image by the one after `steps` steps; rows and columns are multiples of TILE. */
static void srad_v2(float *image, image_size size, int steps)
{
    int pixels = size.rows * size.columns;
    dim3 block(TILE, TILE);
    dim3 blocks(size.columns / TILE, size.rows / TILE);
    srad_fields fields = srad_fields_new(pixels);

    for (int i = 0; i < pixels; i++)
        image[i] = expf(image[i] / 255.0f);
    float *image_device = device_copy(image, pixels);
    for (int step = 0; step < steps; step++) {
        float speckle = v2_speckle(image, size);
        tiled_coefficient<<<blocks, block>>>(image_device, fields, size, speckle);
        CHECK(cudaGetLastError());
        tiled_diffuse<<<blocks, block>>>(image_device, fields, size);
        CHECK(cudaGetLastError());
        copy_back(image, image_device, pixels);
    }
    for (int i = 0; i < pixels; i++)
        image[i] = logf(image[i]) * 255.0f;

    srad_fields_free(&fields);
    CHECK(cudaFree(image_device));
}

#endif
