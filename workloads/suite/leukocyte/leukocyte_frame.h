/* SPDX-License-Identifier: BSD-3-Clause */
/* The picture that the LEU program searches, the outlines it looks for, and the search on the CPU.
 */
#ifndef SIMGPU_PROGRAMS_LEUKOCYTE_FRAME_H
#define SIMGPU_PROGRAMS_LEUKOCYTE_FRAME_H

#include "../common/program.h"

/* Sizes of ellipse, points on each, pixels that no outline leaves, reach of the dilation. */
enum { SIZES = 5, POINTS = 64, MARGIN = 16, REACH = 6 };

/* In the pictures made here a cell scores 300 and more, noise 2 at most. */
#define CELL_SCORE 30.0f

/* Ellipses are a little lower than wide. */
#define ASPECT 0.9f

struct outline_point {
    int dx, dy; /* from the centre */
    float normal_x, normal_y;
};

struct outline {
    outline_point points[POINTS];
};

struct place {
    int x, y;
};

/* A picture with bright cells, as its gradients. */
struct frame {
    int rows, columns;
    int cells;
    place *places; /* the cells' centres */
    float *gradient_x;
    float *gradient_y;
};

static inline float outline_radius(int size)
{
    return 5.0f + 2.0f * (float)size;
}

static inline void make_outlines(outline *outlines)
{
    for (int size = 0; size < SIZES; size++)
        for (int i = 0; i < POINTS; i++) {
            outline_point *point = &outlines[size].points[i];
            double angle = 2 * M_PI * i / POINTS;
            double a = (double)outline_radius(size);
            double b = a * (double)ASPECT;
            double nx = b * cos(angle);
            double ny = a * sin(angle);
            point->dx = (int)lround(a * cos(angle));
            point->dy = (int)lround(b * sin(angle));
            point->normal_x = (float)(nx / hypot(nx, ny));
            point->normal_y = (float)(ny / hypot(nx, ny));
        }
}

/* Brightness of one cell at a distance from its centre, `far` in units of its outline: 100
 * inside, 0 outside, and a soft edge between. */
static inline float cell_brightness(float far)
{
    float edge = (far - 0.8f) / 0.4f;

    return edge < 0 ? 100.0f : edge > 1 ? 0.0f : 100.0f * (1 - edge);
}

/* Cells in a grid so wide that none touches another, each a little off its place and of another
 * size, on a noisy ground. */
static inline float *frame_picture(frame *f)
{
    enum { PITCH = 40 };
    uint64_t random = 1;
    float *picture = host_array<float>((size_t)f->rows * f->columns);

    f->places = host_array<place>((size_t)(f->rows / PITCH + 1) * (f->columns / PITCH + 1));
    for (int i = 0; i < f->rows * f->columns; i++)
        picture[i] = random_float(&random, 20, 24);
    for (int cy = MARGIN + 8; cy < f->rows - MARGIN; cy += PITCH)
        for (int cx = MARGIN + 8; cx < f->columns - MARGIN; cx += PITCH) {
            float radius = outline_radius(1 + (int)random_below(&random, SIZES - 2));
            int ox = cx + (int)random_below(&random, 5) - 2;
            int oy = cy + (int)random_below(&random, 5) - 2;
            for (int i = 0; i < f->rows * f->columns; i++) {
                float dx = (float)(i % f->columns - ox) / radius;
                float dy = (float)(i / f->columns - oy) / (radius * ASPECT);
                picture[i] += cell_brightness(sqrtf(dx * dx + dy * dy));
            }
            f->places[f->cells++] = {ox, oy};
        }
    return picture;
}

static inline frame frame_new(int rows, int columns)
{
    frame f = {rows, columns, 0, NULL, NULL, NULL};
    float *picture = frame_picture(&f);

    f.gradient_x = host_array<float>((size_t)rows * columns);
    f.gradient_y = host_array<float>((size_t)rows * columns);
    for (int y = 1; y < rows - 1; y++)
        for (int x = 1; x < columns - 1; x++) {
            int i = y * columns + x;
            f.gradient_x[i] = (picture[i + 1] - picture[i - 1]) / 2;
            f.gradient_y[i] = (picture[i + columns] - picture[i - columns]) / 2;
        }
    free(picture);
    return f;
}

static inline void frame_free(frame *f)
{
    free(f->places);
    free(f->gradient_x);
    free(f->gradient_y);
}

/* Best score over all sizes at one pixel, in double and in two passes. */
static inline float reference_score(const frame *f, const outline *outlines, int pixel)
{
    double best = 0;

    for (int size = 0; size < SIZES; size++) {
        double across[POINTS];
        double mean = 0;
        double variance = 0;
        for (int i = 0; i < POINTS; i++) {
            const outline_point *point = &outlines[size].points[i];
            int there = pixel + point->dy * f->columns + point->dx;
            across[i] = (double)f->gradient_x[there] * (double)point->normal_x +
                        (double)f->gradient_y[there] * (double)point->normal_y;
            mean += across[i] / POINTS;
        }
        for (int i = 0; i < POINTS; i++)
            variance += (across[i] - mean) * (across[i] - mean) / POINTS;
        best = fmax(best, mean * mean / variance);
    }
    return (float)best;
}

static inline void reference_match(const frame *f, const outline *outlines, float *score)
{
    for (int y = MARGIN; y < f->rows - MARGIN; y++)
        for (int x = MARGIN; x < f->columns - MARGIN; x++)
            score[y * f->columns + x] = reference_score(f, outlines, y * f->columns + x);
}

static inline void reference_dilate(const float *score, float *greatest, int rows, int columns)
{
    for (int i = 0; i < rows * columns; i++) {
        int x = i % columns;
        int y = i / columns;
        bool searched = x >= MARGIN && x < columns - MARGIN && y >= MARGIN && y < rows - MARGIN;
        greatest[i] = 0;
        for (int dy = -REACH; dy <= REACH && searched; dy++)
            for (int dx = -REACH; dx <= REACH; dx++)
                greatest[i] = fmaxf(greatest[i], score[i + dy * columns + dx]);
    }
}

#endif
