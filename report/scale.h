/* SPDX-License-Identifier: BSD-3-Clause */
/* From values to places on a drawing, and the ticks of an axis.
 *
 * Source: the round steps are those of Heckbert, "Nice Numbers for Graph Labels", Graphics Gems
 *         (1990).
 * Differs: 2.5 is a step as well, and a given range is extended to ticks, not replaced.
 * Units: values are the data's; places are user units of the SVG.
 */
#ifndef SIMGPU_REPORT_SCALE_H
#define SIMGPU_REPORT_SCALE_H

#include <stdbool.h>

enum { MAX_TICKS = 32 };

/* factor times ten to the exponent. */
struct scale_step {
    double factor;
    int exponent;
};

struct scale {
    double low, high;       /* values */
    double from, to;        /* their places */
    bool logarithmic;       /* low and high are above 0 */
    struct scale_step step; /* of a linear scale whose ends are ticks; else all 0 */
};

struct ticks {
    double values[MAX_TICKS];
    unsigned n;
    double step; /* between neighbours; of a logarithmic axis the smallest value */
};

/* A linear scale whose ends are ticks, with about `wanted` steps; low == high is widened. */
void scale_set_linear(struct scale *scale, double low, double high, unsigned wanted);
/* A linear scale with exactly these ends (low < high). */
void scale_set_exact(struct scale *scale, double low, double high);
/* A logarithmic scale with these ends (0 < low); low == high is widened. */
void scale_set_log(struct scale *scale, double low, double high);

/* The same with ends that are ticks. */
void scale_set_log_wide(struct scale *scale, double low, double high);

double scale_at(const struct scale *scale, double value);

/* The ticks within the scale. wanted: for scales without a step of their own. A logarithmic scale
 * has powers of two in ranges up to 2^8. Else it has 1, 2, 5 times powers of ten, or powers of ten
 * alone if these are enough. */
void scale_ticks(const struct scale *scale, unsigned wanted, struct ticks *ticks);

#endif
