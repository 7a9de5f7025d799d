/* SPDX-License-Identifier: BSD-3-Clause */
/* LEU: finding white blood cells in a frame of video, by matching ellipses, and the force that
 * moves a contour after each cell into the next frame.
 *
 * For each pixel the kernel lays ellipses of several sizes around it and asks how steady the
 * brightness changes across each outline: mean over deviation of the gradient along the outward
 * normal, the GICOV. The best score over the sizes stays. The gradients are read through textures
 * at places that all lanes shift alike; offsets and normals come from constant memory; the rest is
 * arithmetic. A second kernel takes the greatest score in the neighbourhood of each pixel, so that
 * the host finds cells as pixels that are the greatest of theirs.
 *
 * A third kernel solves for the motion gradient vector flow of each cell to follow: a block a cell,
 * the region around it in shared memory, steps until the flow is still. The flow, the one before
 * and the edges take most of the 48 KB that an SM of the time has, so that an SM holds one block of
 * ten warps, and the pixels are no multiple of its threads, so that some warps have more to do.
 *
 * Source: G. Dong, N. Ray, S. Acton, "Intravital Leukocyte Detection Using the Gradient Inverse
 *   Coefficient of Variation", IEEE Transactions on Medical Imaging 24(7), 2005.
 *   For the flow: leukocyte_track.h.
 * Differs: Rodinia keeps one flow in shared memory, changes it in place with a barrier every 320
 *   pixels, and reads the edges from global memory.
 */
#include "../common/texture.h"
#include "leukocyte_track.h"

enum { DILATE_BLOCK = 176, TRACK_BLOCK = 320 };

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

/* The step function, regularised: 0 far below 0, 1 far above. */
__device__ float smooth_step(float z)
{
    return 0.5f + atanf(z) * (float)M_1_PI;
}

/* One pixel after a step. Neighbours beyond the region are as those at its edge. */
__device__ float step_pixel(const float *flow, float edge, int pixel, motion m)
{
    int x = pixel % REGION_COLUMNS;
    int y = pixel / REGION_COLUMNS;
    float here = flow[pixel];
    float taken = 0;

#pragma unroll
    for (int dy = -1; dy <= 1; dy++)
#pragma unroll
        for (int dx = -1; dx <= 1; dx++) {
            if (dx == 0 && dy == 0)
                continue;
            int nx = min(max(x + dx, 0), REGION_COLUMNS - 1);
            int ny = min(max(y + dy, 0), REGION_ROWS - 1);
            float rise = flow[ny * REGION_COLUMNS + nx] - here;
            float along = (dx * m.x + dy * m.y) * (1 / STEP_WIDTH);
            taken += rise * smooth_step(rise * along);
        }
    float next = here + MU / LAMBDA * taken;
    return next - edge * (1 / LAMBDA) * (next - edge);
}

/* Sum of `mine` over the block, for all its threads. */
__device__ float block_sum(float *partial, float mine)
{
    int thread = threadIdx.x;

    partial[thread] = mine;
    __syncthreads();
    for (int half = 256; half > 0; half /= 2) {
        if (thread < half && thread + half < TRACK_BLOCK)
            partial[thread] += partial[thread + half];
        __syncthreads();
    }
    float sum = partial[0];
    __syncthreads();
    return sum;
}

/* The flow of one cell a block, until it changes less than DONE or for `limit` steps. */
__global__ void track(const float *images, const motion *motions, float *flows, int *steps,
                      int limit)
{
    __shared__ float edges[REGION];
    __shared__ float flow[2][REGION];
    __shared__ float partial[TRACK_BLOCK];
    size_t region = (size_t)blockIdx.x * REGION;
    motion m = motions[blockIdx.x];
    int step = 0;
    float change = REGION;

    for (int i = threadIdx.x; i < REGION; i += TRACK_BLOCK)
        edges[i] = flow[0][i] = images[region + i];
    __syncthreads();
    while (step < limit && change >= DONE * REGION) {
        const float *old = flow[step % 2];
        float *next = flow[++step % 2];
        float mine = 0;
        for (int i = threadIdx.x; i < REGION; i += TRACK_BLOCK) {
            next[i] = step_pixel(old, edges[i], i, m);
            mine += fabsf(next[i] - old[i]);
        }
        change = block_sum(partial, mine);
    }
    for (int i = threadIdx.x; i < REGION; i += TRACK_BLOCK)
        flows[region + i] = flow[step % 2][i];
    if (threadIdx.x == 0)
        steps[blockIdx.x] = step;
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

/* Finds the cells of the frame; how much of it is wrong. */
static size_t check_detection(const frame *f)
{
    int pixels = f->rows * f->columns;
    outline host_outlines[SIZES];
    make_outlines(host_outlines);
    CHECK(cudaMemcpyToSymbol(outlines, host_outlines, sizeof host_outlines));

    float *score = host_array<float>(pixels);
    float *greatest = host_array<float>(pixels);
    detect(f, score, greatest);

    float *expected = host_array<float>(pixels);
    reference_match(f, host_outlines, expected);
    size_t wrong = count_wrong("score", score, expected, pixels, 1e-3f, 1e-3f);
    /* Of the GPU's scores, so that this check is exact. */
    reference_dilate(score, expected, f->rows, f->columns);
    wrong += count_wrong("greatest", greatest, expected, pixels, 0, 0);
    int cells = count_cells(score, greatest, pixels);
    printf("%d cells in the picture, %d found\n", f->cells, cells);
    if (cells != f->cells)
        wrong++;

    free(score);
    free(greatest);
    free(expected);
    return wrong;
}

/* Follows so many cells, by at most `limit` steps each; how much of it is wrong. */
static size_t check_tracking(const frame *f, int cells, int limit)
{
    tracks t = tracks_new(f, cells);
    size_t pixels = (size_t)cells * REGION;
    float *images = device_copy(t.images, pixels);
    motion *motions = device_copy(t.motions, cells);
    float *flows_device = device_array<float>(pixels);
    int *steps_device = device_array<int>(cells);
    track<<<cells, TRACK_BLOCK>>>(images, motions, flows_device, steps_device, limit);
    CHECK(cudaGetLastError());

    float *flows = host_array<float>(pixels);
    int *steps = host_array<int>(cells);
    copy_back(flows, flows_device, pixels);
    copy_back(steps, steps_device, cells);
    size_t wrong = wrong_flows(&t, flows, steps, limit);
    long all = 0;
    for (int cell = 0; cell < cells; cell++)
        all += steps[cell];
    printf("%d cells followed, %ld steps\n", cells, all);

    CHECK(cudaFree(images));
    CHECK(cudaFree(motions));
    CHECK(cudaFree(flows_device));
    CHECK(cudaFree(steps_device));
    free(flows);
    free(steps);
    tracks_free(&t);
    return wrong;
}

int main(int argc, char **argv)
{
    int rows = 2 * MARGIN + (int)program_argument(argc, argv, 1, "ROWS_SEARCHED", 48, 1, 2048);
    int columns =
        2 * MARGIN + (int)program_argument(argc, argv, 2, "COLUMNS_SEARCHED", 128, 1, 1024);
    int cells = (int)program_argument(argc, argv, 3, "CELLS", 15, 0, 10000);
    int limit = (int)program_argument(argc, argv, 4, "ITERATIONS", 3, 1, 10000);
    bool detects = program_argument(argc, argv, 5, "DETECT", 1, 0, 1) == 1;
    size_t wrong = 0;
    if (!detects && cells == 0) {
        fprintf(stderr, "%s: nothing to do with CELLS 0 and DETECT 0\n", argv[0]);
        return 2;
    }

    frame f = frame_new(rows, columns);
    if (detects)
        wrong += check_detection(&f);
    if (cells > 0)
        wrong += check_tracking(&f, cells, limit);
    frame_free(&f);
    return program_verdict("leukocyte", wrong);
}
