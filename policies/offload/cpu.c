/* SPDX-License-Identifier: BSD-3-Clause */
/* All launches on the host's CPU.
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University, 2017), 6.5.2, the baseline.
 */
#include "policies/offload/offload.h"

static enum offload_device choose(void *state, const struct offload_view *view)
{
    (void)state, (void)view;
    return OFFLOAD_CPU;
}

const struct offload_ops offload_cpu = {
    .policy = {.head = {.name = "cpu",
                        .summary = "All launches on the host's CPU",
                        .source = "Lee, dissertation, 2017, 6.5.2"}},
    .choose = choose,
};
