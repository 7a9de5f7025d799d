/* SPDX-License-Identifier: BSD-3-Clause */
/* Each SM split evenly: of n kernels under way each may hold an n-th of the blocks that an SM could
 * run of it alone, rounded down, but at least one.
 *
 * So each has an n-th of every resource at most, and all shares fit beside each other; what
 * rounding leaves stays empty. A kernel that is alone takes all. When one comes or ends, the shares
 * change, and the blocks that are there run to their end.
 *
 * Source: Q. Xu and others, "Warped-Slicer", ISCA 2016, section III, figure 2c ("Even").
 * ASSUMED: rounding.
 */
#include "policies/partition/partition.h"

static uint32_t quota(const void *state, const struct partition_view *view, uint32_t kernel,
                      uint32_t sm)
{
    (void)state, (void)sm;
    if (view->n_kernels < 2)
        return UINT32_MAX;
    uint32_t share = view->kernels[kernel].capacity / view->n_kernels;
    return share > 0 ? share : 1;
}

const struct partition_ops partition_even_within = {
    .policy = {.head = {.name = "even_within",
                        .summary = "The blocks of each SM split evenly among the kernels",
                        .source = "Xu and others, Warped-Slicer, ISCA 2016, III"}},
    .quota = quota,
};
