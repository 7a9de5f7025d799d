/* SPDX-License-Identifier: BSD-3-Clause */
/* What keeps an SM from holding more warps of a kernel, and what would lift that, in words. */
#ifndef SIMGPU_CLI_EXPLAIN_EXPLAIN_OCCUPANCY_H
#define SIMGPU_CLI_EXPLAIN_EXPLAIN_OCCUPANCY_H

#include "models/launch/occupancy.h"

/* Two sentences without a line's end: the limit, and the smallest change that lets more warps be
 * resident. g_free. */
char *explain_occupancy(const struct occupancy_limits *limits, const struct occupancy_need *need);

#endif
