/* SPDX-License-Identifier: BSD-3-Clause */
/* CPU reference of the particle filter.
 *
 * Which particle is drawn hangs on the last bit of a running sum, and one other draw changes all
 * later frames. So the reference does not run beside the kernels; it takes what they had before a
 * step and checks what they made of it, in double precision, step by step.
 */
#ifndef SIMGPU_PROGRAMS_PARTICLEFILTER_REFERENCE_H
#define SIMGPU_PROGRAMS_PARTICLEFILTER_REFERENCE_H

#include "particlefilter_model.h"
#include <algorithm>

/* The particles of the device at one moment. */
struct snapshot {
    int count;
    float *x, *y;
    unsigned *seeds;
    float *weights, *running, *thresholds;
};

static inline void snapshot_init(struct snapshot *snapshot, int count)
{
    snapshot->count = count;
    snapshot->x = host_array<float>(count);
    snapshot->y = host_array<float>(count);
    snapshot->seeds = host_array<unsigned>(count);
    snapshot->weights = host_array<float>(count);
    snapshot->running = host_array<float>(count);
    snapshot->thresholds = host_array<float>(count);
}

static inline void snapshot_finish(struct snapshot *snapshot)
{
    free(snapshot->x);
    free(snapshot->y);
    free(snapshot->seeds);
    free(snapshot->weights);
    free(snapshot->running);
    free(snapshot->thresholds);
}

/* The points of a disc around (0, 0). */
static inline void disc_points(struct point *points)
{
    int n = 0;
    for (int x = -RADIUS; x <= RADIUS; x++) {
        for (int y = -RADIUS; y <= RADIUS; y++) {
            if (x * x + y * y >= RADIUS * RADIUS)
                continue;
            points[n].x = x;
            points[n].y = y;
            n++;
        }
    }
}

static inline double reference_gaussian(unsigned first, unsigned second)
{
    return sqrt(-2.0 * log((double)seed_uniform(first))) *
           cos(2.0 * M_PI * (double)seed_uniform(second));
}

/* After move_and_weigh: positions. */
static inline size_t count_wrong_moves(const struct snapshot *before, const struct snapshot *after)
{
    float *x = host_array<float>(before->count);
    float *y = host_array<float>(before->count);
    for (int i = 0; i < before->count; i++) {
        unsigned seed[5] = {before->seeds[i]};
        for (int k = 1; k < 5; k++)
            seed[k] = next_seed(seed[k - 1]);
        x[i] = (float)(before->x[i] + STEP_X + SPREAD_X * reference_gaussian(seed[1], seed[2]));
        y[i] = (float)(before->y[i] + STEP_Y + SPREAD_Y * reference_gaussian(seed[3], seed[4]));
    }
    size_t wrong = count_wrong("x", after->x, x, before->count, 1e-4f, 1e-6f) +
                   count_wrong("y", after->y, y, before->count, 1e-4f, 1e-6f);
    free(x);
    free(y);
    return wrong;
}

/* After move_and_weigh: weights, from the positions that the device has. */
static inline size_t count_wrong_weights(const struct snapshot *after, struct video video,
                                         int frame)
{
    struct point points[DISC_POINTS];
    disc_points(points);
    float *weights = host_array<float>(after->count);
    for (int i = 0; i < after->count; i++) {
        double sum = 0.0;
        for (int p = 0; p < DISC_POINTS; p++) {
            int index = video_index(video, after->x[i] + (float)points[p].x,
                                    after->y[i] + (float)points[p].y, frame);
            sum += evidence(video.pixels[index]);
        }
        weights[i] = (float)exp(sum / ((double)LIKELIHOOD_SCALE * DISC_POINTS));
    }
    size_t wrong = count_wrong("weight", after->weights, weights, after->count, 0.0f, 1e-4f);
    free(weights);
    return wrong;
}

/* After normalise and accumulate: weights, their running sums, and the thresholds. */
static inline size_t count_wrong_sums(const struct snapshot *before, const struct snapshot *after,
                                      float offset)
{
    int count = before->count;
    float *expected = host_array<float>(count);
    double total = 0.0, running = 0.0;
    for (int i = 0; i < count; i++)
        total += before->weights[i];
    for (int i = 0; i < count; i++)
        expected[i] = (float)(before->weights[i] / total);
    size_t wrong = count_wrong("normalised", after->weights, expected, count, 0.0f, 1e-4f);
    for (int i = 0; i < count; i++) {
        running += after->weights[i];
        expected[i] = (float)running;
    }
    wrong += count_wrong("running sum", after->running, expected, count, 1e-4f, 0.0f);
    for (int i = 0; i < count; i++)
        expected[i] = (float)(((double)i + offset) / count * after->running[count - 1]);
    wrong += count_wrong("threshold", after->thresholds, expected, count, 1e-6f, 1e-6f);
    free(expected);
    return wrong;
}

/* After resample: each particle is where the first was whose running sum reaches the threshold. */
static inline size_t count_wrong_draws(const struct snapshot *before, const struct snapshot *after)
{
    size_t wrong = 0;
    for (int i = 0; i < before->count; i++) {
        const float *first = after->running;
        const float *last = first + before->count - 1;
        int drawn = (int)(std::lower_bound(first, last, after->thresholds[i]) - first);
        if (after->x[i] == before->x[drawn] && after->y[i] == before->y[drawn])
            continue;
        if (wrong++ == 0)
            printf("particle %d is at (%g, %g), drawn was %d at (%g, %g)\n", i, after->x[i],
                   after->y[i], drawn, before->x[drawn], before->y[drawn]);
    }
    return wrong;
}

/* Whether the mean of the drawn particles is within 2 pixels of the middle of the disc. */
static inline bool tracks_disc(const struct snapshot *after, struct video video, int frame)
{
    double x = 0.0, y = 0.0;
    for (int i = 0; i < after->count; i++) {
        x += after->x[i] / after->count;
        y += after->y[i] / after->count;
    }
    bool near_enough = hypot(x - true_x(video, frame), y - true_y(video, frame)) < 2.0;
    if (!near_enough)
        printf("frame %d: disc seen at (%g, %g), is at (%g, %g)\n", frame, x, y,
               true_x(video, frame), true_y(video, frame));
    return near_enough;
}

#endif
