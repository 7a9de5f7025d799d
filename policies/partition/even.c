/* SPDX-License-Identifier: BSD-3-Clause */
/* Spatial multitasking: the SMs are split evenly among the kernels that are under way, neighbours
 * to the same one.
 *
 * Of n kernels on N SMs the k-th in the order of arrival has SMs kN/n to (k+1)N/n - 1. When one
 * comes or ends, SMs change hands: the blocks that are there run to their end. With more kernels
 * than SMs the first ones have an SM each, and the others wait.
 *
 * Source: J. Adriaens and others, "The Case for GPGPU Spatial Multitasking", HPCA 2012, as in Q. Xu
 * and others, "Warped-Slicer", ISCA 2016, sections I and V ("Spatial").
 */
#include "policies/partition/partition.h"

static uint32_t quota(const void *state, const struct partition_view *view, uint32_t kernel,
                      uint32_t sm)
{
    (void)state;
    uint64_t parts = view->n_kernels < view->n_sms ? view->n_kernels : view->n_sms;
    /* The last part that begins at or before the SM. */
    uint64_t owner = ((sm + 1) * parts - 1) / view->n_sms;
    return owner == kernel ? UINT32_MAX : 0;
}

const struct partition_ops partition_even = {
    .policy = {.head = {.name = "even",
                        .summary = "SMs split evenly among the kernels (spatial)",
                        .source = "Adriaens and others, HPCA 2012; Xu and others, Warped-Slicer, "
                                  "ISCA 2016, I"}},
    .quota = quota,
};
