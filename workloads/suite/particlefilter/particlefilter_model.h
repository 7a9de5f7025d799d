/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of the particle filter and its CPU reference agree on: the video, the disc that
 * moves in it, and the layout of both. */
#ifndef SIMGPU_PROGRAMS_PARTICLEFILTER_MODEL_H
#define SIMGPU_PROGRAMS_PARTICLEFILTER_MODEL_H

#include "../common/program.h"

constexpr int RADIUS = 5;       /* of the disc, pixels */
constexpr int DISC_POINTS = 69; /* points with whole coordinates nearer than RADIUS */
constexpr int BACKGROUND = 100; /* grey of the video */
constexpr int DISC_GREY = 228;
constexpr float STEP_X = 2.0f, STEP_Y = 1.0f;     /* pixels a frame that the disc moves */
constexpr float SPREAD_X = 2.0f, SPREAD_Y = 1.0f; /* how far particles stray from that */
constexpr float LIKELIHOOD_SCALE = 800.0f;        /* keeps the exponential in range, ASSUMED */

struct point {
    int x, y;
};

/* Frame number fastest, then y, then x: what belongs to one frame is `frames` bytes apart. */
struct video {
    unsigned char *pixels;
    int width, height, frames;
};

/* Index of the pixel nearest to (x, y), which may lie outside. */
__host__ __device__ inline int video_index(struct video video, float x, float y, int frame)
{
    int column = (int)floorf(x + 0.5f);
    int row = (int)floorf(y + 0.5f);
    column = column < 0 ? 0 : column >= video.width ? video.width - 1 : column;
    row = row < 0 ? 0 : row >= video.height ? video.height - 1 : row;
    return (column * video.height + row) * video.frames + frame;
}

/* How much more a pixel looks like the disc than like the background. */
__host__ __device__ inline int evidence(int grey)
{
    return (grey - BACKGROUND) * (grey - BACKGROUND) - (grey - DISC_GREY) * (grey - DISC_GREY);
}

/* One step of a particle's random numbers.
 * Source: the multiplier and increment are those of W. Press et al., "Numerical Recipes". */
__host__ __device__ inline unsigned next_seed(unsigned seed)
{
    return seed * 1664525u + 1013904223u;
}

/* Between 0 and 1, neither included. */
__host__ __device__ inline float seed_uniform(unsigned seed)
{
    return ((float)(seed >> 9) + 0.5f) * 0x1p-23f;
}

/* Where the middle of the disc is in a frame. */
static inline float true_x(struct video video, int frame)
{
    return (float)(video.width / 2) + STEP_X * (float)frame;
}

/* From the middle of the video on the disc stays in it for so many; a filter can't follow it
 * further. */
static inline int most_frames(int side)
{
    int frames = side / 2 / (int)STEP_X;
    return frames < 1000 ? frames : 1000;
}

static inline float true_y(struct video video, int frame)
{
    return (float)(video.height / 2) + STEP_Y * (float)frame;
}

#endif
