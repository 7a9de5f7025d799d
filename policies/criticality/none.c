/* SPDX-License-Identifier: BSD-3-Clause */
/* No predictor: no warp is critical, and all scores are 0. */
#include "policies/criticality/criticality.h"

const struct criticality_ops criticality_none = {
    .policy = {.head = {.name = "none",
                        .summary = "No warp is critical",
                        .source = "none: the absence of a predictor"}},
};
