/* SPDX-License-Identifier: BSD-3-Clause */
/* --explain: in plain words, why a kernel takes as long as it does. */
#ifndef SIMGPU_CLI_EXPLAIN_EXPLAIN_H
#define SIMGPU_CLI_EXPLAIN_EXPLAIN_H

#include "models/gpu.h"
#include "observers/observation.h"

/* Of the launches that took longest, one of each name. After the run; latency has been observed.
 * g_free. */
char *explain_text(const struct gpu *gpu, const struct observation *observation);

#endif
