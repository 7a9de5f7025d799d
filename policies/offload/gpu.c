/* SPDX-License-Identifier: BSD-3-Clause */
/* All launches on the GPU: what a CUDA program asks for.
 *
 * Source: S.-Y. Lee, dissertation (Arizona State University, 2017), 6.5.2, "always offloading to
 *   GPU".
 */
#include "policies/offload/offload.h"

const struct offload_ops offload_gpu = {
    .policy = {.head = {.name = "gpu",
                        .summary = "All launches on the GPU",
                        .source = "Lee, dissertation, 2017, 6.5.2"}},
};
