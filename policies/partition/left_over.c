/* SPDX-License-Identifier: BSD-3-Clause */
/* Left-over: a kernel takes all the room that it can use; what is left is for those that came
 * later.
 *
 * So blocks of a later kernel are sent when the earlier ones have none left to send.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section III, figure 2b.
 */
#include "policies/partition/partition.h"

static uint32_t quota(const void *state, const struct partition_view *view, uint32_t kernel,
                      uint32_t sm)
{
    (void)state, (void)sm;
    for (uint32_t k = 0; k < kernel; k++)
        if (view->kernels[k].blocks_left > 0)
            return 0;
    return UINT32_MAX;
}

const struct partition_ops partition_left_over = {
    .policy = {.head = {.name = "left_over",
                        .summary =
                            "The first kernel takes what it can use; later ones get the rest",
                        .source = "Xu and others, Warped-Slicer, ISCA 2016, III"}},
    .quota = quota,
};
