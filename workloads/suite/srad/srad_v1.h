/* SPDX-License-Identifier: BSD-3-Clause */
/* SRAD, version 1: one thread a pixel in a line of blocks, neighbours through tables of indices.
 *
 * Five kernels a step, none with a tile: the four neighbours come from global memory, found by
 * loading their row or column number first. What is read again was read by other warps.
 */
#ifndef SIMGPU_PROGRAMS_SRAD_V1_H
#define SIMGPU_PROGRAMS_SRAD_V1_H

#include "../common/program.h"
#include "srad_image.h"

enum { V1_BLOCK = 512 };
/* V1_SM_BLOCKS blocks an SM: as many warps as iPAWS's table 3 gives this program on Fermi. */
enum { V1_SM_BLOCKS = 3 };

/* Compressed logarithmic intensities become linear. */
__global__ void extract(float *image, int pixels)
{
    int i = blockIdx.x * V1_BLOCK + threadIdx.x;

    if (i < pixels)
        image[i] = expf(image[i] / 255.0f);
}

__global__ void compress(float *image, int pixels)
{
    int i = blockIdx.x * V1_BLOCK + threadIdx.x;

    if (i < pixels)
        image[i] = logf(image[i]) * 255.0f;
}

__global__ void prepare_sums(const float *image, float *sums, float *squares, int pixels)
{
    int i = blockIdx.x * V1_BLOCK + threadIdx.x;

    if (i < pixels) {
        sums[i] = image[i];
        squares[i] = image[i] * image[i];
    }
}

/* The sums of blocks of V1_BLOCK elements, in place: the sum of block b goes to its first element,
 * `stride` apart. `stride` is the distance of the elements: 1 at first, then V1_BLOCK times more
 * each time. */
__global__ void reduce_sums(float *sums, float *squares, int elements, int stride)
{
    __shared__ float sum[V1_BLOCK];
    __shared__ float square[V1_BLOCK];
    int t = threadIdx.x;
    int element = blockIdx.x * V1_BLOCK + t;

    sum[t] = element < elements ? sums[element * stride] : 0;
    square[t] = element < elements ? squares[element * stride] : 0;
    __syncthreads();
    for (int half = V1_BLOCK / 2; half > 0; half /= 2) {
        if (t < half) {
            sum[t] += sum[t + half];
            square[t] += square[t + half];
        }
        __syncthreads();
    }
    if (t == 0) {
        sums[element * stride] = sum[0];
        squares[element * stride] = square[0];
    }
}

/* Neighbours of row or column i, clamped at the image's edge. */
struct neighbour_tables {
    int *north; /* by row */
    int *south;
    int *west; /* by column */
    int *east;
};

/* The four differences, for the next kernel, and the diffusion coefficient. `speckle` is the
 * squared coefficient of variation of the whole image. */
__global__ void __launch_bounds__(V1_BLOCK, V1_SM_BLOCKS)
    diffusion_coefficient(const float *image, neighbour_tables at, srad_fields fields,
                          image_size size, float speckle)
{
    int i = blockIdx.x * V1_BLOCK + threadIdx.x;

    if (i >= size.rows * size.columns)
        return;
    int row = i / size.columns;
    int column = i % size.columns;
    float here = image[i];
    float north = image[at.north[row] * size.columns + column] - here;
    float south = image[at.south[row] * size.columns + column] - here;
    float west = image[row * size.columns + at.west[column]] - here;
    float east = image[row * size.columns + at.east[column]] - here;

    fields.north[i] = north;
    fields.south[i] = south;
    fields.west[i] = west;
    fields.east[i] = east;
    fields.coefficient[i] = srad_coefficient(here, north, south, west, east, speckle);
}

__global__ void __launch_bounds__(V1_BLOCK, V1_SM_BLOCKS)
    diffuse(float *image, neighbour_tables at, srad_fields fields, image_size size)
{
    int i = blockIdx.x * V1_BLOCK + threadIdx.x;

    if (i >= size.rows * size.columns)
        return;
    int row = i / size.columns;
    int column = i % size.columns;
    float here = fields.coefficient[i];
    float south = fields.coefficient[at.south[row] * size.columns + column];
    float east = fields.coefficient[row * size.columns + at.east[column]];
    float divergence = here * fields.north[i] + south * fields.south[i] + here * fields.west[i] +
                       east * fields.east[i];

    image[i] += 0.25f * SRAD_LAMBDA * divergence;
}

/* 0 to n - 1, each plus `step`, clamped. */
static int *neighbour_table(int n, int step)
{
    int *table = host_array<int>(n);

    for (int i = 0; i < n; i++)
        table[i] = i + step < 0 ? 0 : i + step >= n ? n - 1 : i + step;
    int *device = device_copy(table, n);
    free(table);
    return device;
}

/* The squared coefficient of variation, from the sums of the image and of its squares. */
static float v1_speckle(const float *image, float *sums, float *squares, int pixels)
{
    int blocks = (pixels + V1_BLOCK - 1) / V1_BLOCK;
    float sum = 0;
    float square = 0;

    prepare_sums<<<blocks, V1_BLOCK>>>(image, sums, squares, pixels);
    CHECK(cudaGetLastError());
    for (int left = pixels, stride = 1; left > 1; stride *= V1_BLOCK) {
        blocks = (left + V1_BLOCK - 1) / V1_BLOCK;
        reduce_sums<<<blocks, V1_BLOCK>>>(sums, squares, left, stride);
        CHECK(cudaGetLastError());
        left = blocks;
    }
    copy_back(&sum, sums, 1);
    copy_back(&square, squares, 1);
    float mean = sum / (float)pixels;
    return (square / (float)pixels - mean * mean) / (mean * mean);
}

/* Replaces the image by the one after `steps` steps. */
static void srad_v1(float *image, image_size size, int steps)
{
    int pixels = size.rows * size.columns;
    int blocks = (pixels + V1_BLOCK - 1) / V1_BLOCK;
    float *image_device = device_copy(image, pixels);
    float *sums = device_array<float>(pixels);
    float *squares = device_array<float>(pixels);
    srad_fields fields = srad_fields_new(pixels);
    neighbour_tables at = {neighbour_table(size.rows, -1), neighbour_table(size.rows, 1),
                           neighbour_table(size.columns, -1), neighbour_table(size.columns, 1)};

    extract<<<blocks, V1_BLOCK>>>(image_device, pixels);
    CHECK(cudaGetLastError());
    for (int step = 0; step < steps; step++) {
        float speckle = v1_speckle(image_device, sums, squares, pixels);
        diffusion_coefficient<<<blocks, V1_BLOCK>>>(image_device, at, fields, size, speckle);
        CHECK(cudaGetLastError());
        diffuse<<<blocks, V1_BLOCK>>>(image_device, at, fields, size);
        CHECK(cudaGetLastError());
    }
    compress<<<blocks, V1_BLOCK>>>(image_device, pixels);
    CHECK(cudaGetLastError());
    copy_back(image, image_device, pixels);

    srad_fields_free(&fields);
    CHECK(cudaFree(image_device));
    CHECK(cudaFree(sums));
    CHECK(cudaFree(squares));
    int *const tables[] = {at.north, at.south, at.west, at.east};
    for (int *table : tables)
        CHECK(cudaFree(table));
}

#endif
