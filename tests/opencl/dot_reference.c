/* SPDX-License-Identifier: BSD-3-Clause */
/* What dot.cl must leave. Sums are formed in the kernel's order, so they are equal to the last bit.
 */
#include "workloads/reference.h"

enum { GROUP = 128 };

void dot_reference(struct reference_case *c);

static float tree_sum(float sums[GROUP])
{
    for (size_t width = GROUP / 2; width > 0; width /= 2)
        for (size_t i = 0; i < width; i++)
            sums[i] += sums[i + width];
    return sums[0];
}

void dot_reference(struct reference_case *c)
{
    size_t n = 0;
    const float *a = reference_buffer(c, "a", &n);
    const float *b = reference_buffer(c, "b", NULL);
    float *partial = reference_buffer(c, "partial", NULL);
    uint32_t *positive = reference_buffer(c, "positive", NULL);

    for (size_t first = 0; first < n; first += GROUP) {
        float sums[GROUP] = {0};

        for (size_t i = first; i < n && i < first + GROUP; i++) {
            sums[i - first] = a[i] * b[i];
            *positive += sums[i - first] > 0;
        }
        partial[first / GROUP] = tree_sum(sums);
    }
}
