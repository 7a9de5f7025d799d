/* SPDX-License-Identifier: BSD-3-Clause */
/* What kmeans_assign must leave in membership. The nearest centre is a comparison of sums, so a
 * rounding difference could turn a near tie: this adds in the kernel's order, with its fused
 * multiply-adds, and must be compiled without -ffast-math. */
#include "workloads/reference.h"
#include <float.h>
#include <math.h>

enum { FEATURES = 34 }; /* the kernel's */

void kmeans_reference(struct reference_case *c);

static float squared_distance(const float *a, const float *b)
{
    float sum = 0;

    for (size_t f = 0; f < FEATURES; f++) {
        const float difference = a[f] - b[f];

        sum = fmaf(difference, difference, sum);
    }
    return sum;
}

void kmeans_reference(struct reference_case *c)
{
    size_t n = 0;
    const float *points = reference_buffer(c, "points", NULL);
    const float *centres = reference_buffer(c, "centres", NULL);
    int32_t *membership = reference_buffer(c, "membership", &n);
    const int64_t clusters = reference_integer(c, "clusters");

    if (reference_integer(c, "features") != FEATURES)
        reference_fail(c, "the kernel is written for 34 features");
    for (size_t point = 0; point < n; point++) {
        float nearest = FLT_MAX;

        membership[point] = 0;
        for (int64_t cluster = 0; cluster < clusters; cluster++) {
            const float distance =
                squared_distance(points + point * FEATURES, centres + cluster * FEATURES);

            if (distance < nearest) {
                nearest = distance;
                membership[point] = (int32_t)cluster;
            }
        }
    }
}
