/* SPDX-License-Identifier: BSD-3-Clause */
/* What the LEU program follows cells in: a region of the picture around each, and the flow of its
 * motion gradient vectors on the CPU.
 *
 * The flow begins as the strength of the edges in the region, 0 to 1. A step lets each pixel take
 * from those of its eight neighbours that are stronger along the cell's motion, or weaker against
 * it, and draws it back to the edge that was there, where there was one. So the edges ahead of the
 * cell spread to where the contour of the last frame is, and pull at it.
 *
 * Source: N. Ray, S. T. Acton, "Motion gradient vector flow: an external force for tracking rolling
 *   leukocytes with shape and size constrained active contours", IEEE Transactions on Medical
 *   Imaging 23(12), 2004: the flow, the regularised step function by the arctangent.
 *   M. Boyer, D. Tarjan, S. Acton, K. Skadron, "Accelerating Leukocyte Tracking Using CUDA: A Case
 *   Study in Leveraging Manycore Coprocessors", IPDPS 2009: all steps of a cell in one block.
 *   Rodinia 3.1, leukocyte: the region of 41 x 81 pixels, 320 threads, MU and LAMBDA.
 */
#ifndef SIMGPU_PROGRAMS_LEUKOCYTE_TRACK_H
#define SIMGPU_PROGRAMS_LEUKOCYTE_TRACK_H

#include "leukocyte_frame.h"

enum { REGION_ROWS = 41, REGION_COLUMNS = 81, REGION = REGION_ROWS * REGION_COLUMNS };

#define MU     0.5f
#define LAMBDA (8 * MU + 1)

/* Width of the step function, in the unit of the flow. ASSUMED. */
#define STEP_WIDTH 0.01f

/* A flow is done when its pixels change by less than this in the mean. ASSUMED. */
#define DONE 0.001f

/* How far the flow of the GPU and that in double may be apart after one step. They drift apart no
 * faster than by this much a step: the new pixel rises with each of the nine that it is made of, by
 * the mean of their rises at most, so that a step makes no difference greater. */
#define STEP_ERROR 1e-6f

/* How a cell moves, a unit vector. */
struct motion {
    float x, y;
};

/* Cells to follow, a region and a motion each. */
struct tracks {
    int cells;
    float *images;
    motion *motions;
};

/* Edges of the frame around a place, 1 where they are strongest; beyond the frame as at its edge.
 */
static inline void region_edges(const frame *f, int centre_x, int centre_y, float *image)
{
    float strongest = 0;

    for (int i = 0; i < REGION; i++) {
        int x = centre_x + i % REGION_COLUMNS - REGION_COLUMNS / 2;
        int y = centre_y + i / REGION_COLUMNS - REGION_ROWS / 2;
        x = x < 1 ? 1 : x > f->columns - 2 ? f->columns - 2 : x;
        y = y < 1 ? 1 : y > f->rows - 2 ? f->rows - 2 : y;
        int there = y * f->columns + x;
        image[i] = hypotf(f->gradient_x[there], f->gradient_y[there]);
        strongest = fmaxf(strongest, image[i]);
    }
    for (int i = 0; i < REGION; i++)
        image[i] /= strongest;
}

/* The cells of the picture in turn, or its middle where it has none; each region lies where the
 * cell was before it moved, some other way each time. */
static inline tracks tracks_new(const frame *f, int cells)
{
    const float moved = 4; /* pixels */
    uint64_t random = 2;
    tracks t = {cells, host_array<float>((size_t)cells * REGION), host_array<motion>(cells)};

    for (int cell = 0; cell < cells; cell++) {
        place at = {f->columns / 2, f->rows / 2};
        float angle = random_float(&random, 0, 2 * (float)M_PI);
        motion m = {cosf(angle), sinf(angle)};
        if (f->cells > 0)
            at = f->places[cell % f->cells];
        region_edges(f, at.x - (int)lroundf(moved * m.x), at.y - (int)lroundf(moved * m.y),
                     &t.images[(size_t)cell * REGION]);
        t.motions[cell] = m;
    }
    return t;
}

static inline void tracks_free(tracks *t)
{
    free(t->images);
    free(t->motions);
}

/* One pixel after a step, in double. */
static inline double reference_pixel(const double *flow, double image, int pixel, motion m)
{
    int x = pixel % REGION_COLUMNS;
    int y = pixel / REGION_COLUMNS;
    double taken = 0;

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            bool inside_x = x + dx >= 0 && x + dx < REGION_COLUMNS;
            bool inside_y = y + dy >= 0 && y + dy < REGION_ROWS;
            int there = pixel + (inside_y ? dy * REGION_COLUMNS : 0) + (inside_x ? dx : 0);
            double rise = flow[there] - flow[pixel];
            double along = dx * (double)m.x + dy * (double)m.y;
            taken += rise * (0.5 + atan(rise * along / (double)STEP_WIDTH) / M_PI);
        }
    double next = flow[pixel] + (double)(MU / LAMBDA) * taken;
    return next - image / (double)LAMBDA * (next - image);
}

/* The flow after so many steps. False if one of them but the last was small enough to end with, or
 * if `ended` says that the last was, and it wasn't; a thousandth is left to rounding. */
static inline bool reference_flow(const float *image, motion m, int steps, bool ended,
                                  float *result)
{
    double flow[REGION];
    double next[REGION];
    bool agrees = true;

    for (int i = 0; i < REGION; i++)
        flow[i] = (double)image[i];
    for (int step = 1; step <= steps; step++) {
        double change = 0;
        for (int i = 0; i < REGION; i++) {
            next[i] = reference_pixel(flow, (double)image[i], i, m);
            change += fabs(next[i] - flow[i]) / REGION;
        }
        memcpy(flow, next, sizeof flow);
        if (step < steps)
            agrees = agrees && change > (double)DONE * 0.999;
        else if (ended)
            agrees = agrees && change < (double)DONE * 1.001;
    }
    for (int i = 0; i < REGION; i++)
        result[i] = (float)flow[i];
    return agrees;
}

/* How many pixels of all cells' flows are wrong, and how many cells took a wrong number of steps,
 * of at most `limit`. */
static inline size_t wrong_flows(const tracks *t, const float *flows, const int *steps, int limit)
{
    size_t wrong = 0;
    float *expected = host_array<float>(REGION);

    for (int cell = 0; cell < t->cells; cell++) {
        const float *image = &t->images[(size_t)cell * REGION];
        int taken = steps[cell];
        if (taken < 1 || taken > limit ||
            !reference_flow(image, t->motions[cell], taken, taken < limit, expected)) {
            printf("cell %d took %d steps, which is not where its flow is done\n", cell, taken);
            wrong++;
            continue;
        }
        wrong += count_wrong("flow", &flows[(size_t)cell * REGION], expected, REGION,
                             STEP_ERROR * (float)taken, 0);
    }
    free(expected);
    return wrong;
}

#endif
