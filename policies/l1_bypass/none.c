/* SPDX-License-Identifier: BSD-3-Clause */
/* No bypass: every load that misses takes a line. */
#include "policies/l1_bypass/l1_bypass.h"

const struct l1_bypass_ops l1_bypass_none = {
    .policy = {.head = {.name = "none",
                        .summary = "Every load that misses takes a line",
                        .source = "none: the absence of a policy"}},
};
