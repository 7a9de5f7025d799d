/* SPDX-License-Identifier: BSD-3-Clause */
/* Every load goes around L1: the results are those of a GPU without L1D (sm.l1d.size=0B), but for
 * what stores leave there where stores take lines.
 *
 * Source: NVIDIA, CUDA C Programming Guide 4.2, F.4.2: with "-Xptxas -dlcm=cg" global memory is
 * cached in L2 only. Differs: local memory goes around L1, too.
 */
#include "policies/l1_bypass/l1_bypass.h"

static bool around(const void *state, const struct bypass_request *request,
                   const struct warp_view *view)
{
    (void)state, (void)request, (void)view;
    return true;
}

const struct l1_bypass_ops l1_bypass_all = {
    .policy = {.head = {.name = "all",
                        .summary = "Every load goes around L1",
                        .source = "NVIDIA, CUDA C Programming Guide 4.2, F.4.2 (-dlcm=cg)"}},
    .around = around,
};
