/* SPDX-License-Identifier: BSD-3-Clause */
/* Files on the command line that are something else than what stands there: said with what would
 * do, before readers stumble over their first byte. */
#ifndef SIMGPU_CLI_OPTIONS_OPERANDS_H
#define SIMGPU_CLI_OPTIONS_OPERANDS_H

#include "cli/options/options.h"

/* False with an error for a platform and workload the wrong way round, and for folders, CUDA
 * sources, programs, PTX and single kernels of traces where a workload stands. */
bool operands_check(const struct options *options, GError **error);

#endif
