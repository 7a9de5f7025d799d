/* SPDX-License-Identifier: BSD-3-Clause */
/* LEU: finding white blood cells in a frame of video, by matching ellipses.
 *
 * For each pixel the kernel lays ellipses of several sizes around it and asks how steady the
 * brightness changes across each outline: mean over deviation of the gradient along the outward
 * normal, the GICOV. The best score over the sizes stays. The gradients are read through textures
 * at places that all lanes shift alike; offsets and normals come from constant memory; the rest is
 * arithmetic. A second kernel takes the greatest score in the neighbourhood of each pixel, so that
 * the host finds cells as pixels that are the greatest of theirs.
 *
 * Source: G. Dong, N. Ray, S. Acton, "Intravital Leukocyte Detection Using the Gradient Inverse
 *   Coefficient of Variation", IEEE Transactions on Medical Imaging 24(7), 2005.
 */
#include "../common/texture.h"
#include "leukocyte_frame.h"

enum { DILATE_BLOCK = 176 };

__constant__ outline outlines[SIZES];

/* One thread a pixel: a block is a row of the searched area, which keeps MARGIN pixels off the
 * frame's edge. Scores outside it are not written. */
__global__ void match_ellipses(cudaTextureObject_t gradient_x, cudaTextureObject_t gradient_y,
                               float *score, int columns)
{
    int x = MARGIN + threadIdx.x;
    int y = MARGIN + blockIdx.x;
    int pixel = y * columns + x;
    float best = 0;

    for (int size = 0; size < SIZES; size++) {
        float sum = 0;
        float squares = 0;
#pragma unroll 4
        for (int i = 0; i < POINTS; i++) {
            const outline_point &point = outlines[size].points[i];
            int there = pixel + point.dy * columns + point.dx;
            float across = tex1Dfetch<float>(gradient_x, there) * point.normal_x +
                           tex1Dfetch<float>(gradient_y, there) * point.normal_y;
            sum += across;
            squares += across * across;
        }
        float mean = sum / POINTS;
        float variance = squares / POINTS - mean * mean;
        best = fmaxf(best, mean * mean / variance);
    }
    score[pixel] = best;
}

/* The greatest score within REACH pixels along both axes; one thread a pixel of the searched area.
 * REACH is less than MARGIN, so that all it reads is in the frame. */
__global__ void dilate(cudaTextureObject_t score, float *greatest, int rows, int columns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int searched = columns - 2 * MARGIN;
    int x = MARGIN + i % searched;
    int y = MARGIN + i / searched;
    float best = 0;

    if (y >= rows - MARGIN)
        return;
    for (int dy = -REACH; dy <= REACH; dy++)
        for (int dx = -REACH; dx <= REACH; dx++)
            best = fmaxf(best, tex1Dfetch<float>(score, (y + dy) * columns + x + dx));
    greatest[y * columns + x] = best;
}

/* Cells: pixels with the greatest score around, above what noise reaches. */
static int count_cells(const float *score, const float *greatest, int pixels)
{
    int cells = 0;

    for (int i = 0; i < pixels; i++)
        cells += score[i] > CELL_SCORE && score[i] == greatest[i];
    return cells;
}

/* Both kernels on the frame; fills score and greatest. */
static void detect(const frame *f, float *score, float *greatest)
{
    int pixels = f->rows * f->columns;
    bound_texture gradient_x = texture_1d(f->gradient_x, pixels);
    bound_texture gradient_y = texture_1d(f->gradient_y, pixels);
    float *score_device = device_array<float>(pixels);
    CHECK(cudaMemset(score_device, 0, pixels * sizeof(float)));
    match_ellipses<<<f->rows - 2 * MARGIN, f->columns - 2 * MARGIN>>>(
        gradient_x.object, gradient_y.object, score_device, f->columns);
    CHECK(cudaGetLastError());
    copy_back(score, score_device, pixels);

    bound_texture scores = texture_over(score_device, pixels);
    float *greatest_device = device_array<float>(pixels);
    CHECK(cudaMemset(greatest_device, 0, pixels * sizeof(float)));
    int searched = (f->rows - 2 * MARGIN) * (f->columns - 2 * MARGIN);
    dilate<<<(searched + DILATE_BLOCK - 1) / DILATE_BLOCK, DILATE_BLOCK>>>(
        scores.object, greatest_device, f->rows, f->columns);
    CHECK(cudaGetLastError());
    copy_back(greatest, greatest_device, pixels);

    texture_free(gradient_x);
    texture_free(gradient_y);
    texture_free(scores);
    CHECK(cudaFree(greatest_device));
}

int main(int argc, char **argv)
{
    int rows = 2 * MARGIN + (int)program_argument(argc, argv, 1, "ROWS_SEARCHED", 48, 1, 2048);
    int columns =
        2 * MARGIN + (int)program_argument(argc, argv, 2, "COLUMNS_SEARCHED", 128, 1, 1024);
    outline host_outlines[SIZES];
    make_outlines(host_outlines);
    CHECK(cudaMemcpyToSymbol(outlines, host_outlines, sizeof host_outlines));

    frame f = frame_new(rows, columns);
    int pixels = rows * columns;
    float *score = host_array<float>(pixels);
    float *greatest = host_array<float>(pixels);
    detect(&f, score, greatest);

    float *expected = host_array<float>(pixels);
    reference_match(&f, host_outlines, expected);
    size_t wrong = count_wrong("score", score, expected, pixels, 1e-3f, 1e-3f);
    /* Of the GPU's scores, so that this check is exact. */
    reference_dilate(score, expected, rows, columns);
    wrong += count_wrong("greatest", greatest, expected, pixels, 0, 0);
    int cells = count_cells(score, greatest, pixels);
    printf("%d cells in the picture, %d found\n", f.cells, cells);
    if (cells != f.cells)
        wrong++;

    frame_free(&f);
    free(score);
    free(greatest);
    free(expected);
    return program_verdict("leukocyte", wrong);
}
